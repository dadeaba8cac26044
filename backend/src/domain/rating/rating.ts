import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import { refuseOwn } from '../moderation/decisions.js';
import { requireVisible } from '../post/post-facts.js';
import type * as commands from './rating.commands.js';
import { ratingEvents } from './rating.events.js';

/** One person's rating of one post. */
export interface Rating {
  /** Null before it is given. */
  readonly given: { readonly ownerId: string; readonly score: number } | null;
  /** The acts that exclude it. It counts while no act excludes it. */
  readonly excludedBy: readonly string[];
}

export const LOWEST_SCORE = 0;
export const HIGHEST_SCORE = 10;

type Decision = EventOf<typeof ratingEvents>[];

const ratePost = ({ post, userId, score }: commands.RatePost, rating: Rating): Decision => {
  requireVisible(post, userId);
  if (post.ownerId === userId) throw new Rejected('forbidden', 'You cannot rate your own post');
  if (!Number.isInteger(score) || score < LOWEST_SCORE || score > HIGHEST_SCORE) {
    throw new Rejected('invalid', 'A rating is a whole number from 0 to 10.');
  }
  if (rating.given) throw new Rejected('conflict', 'You may have already rated this post.');
  return [{ type: 'Rated', data: { postId: post.postId, ownerId: post.ownerId, userId, score } }];
};

const excludeRating = ({ decider, ...act }: commands.ExcludeRating, rating: Rating): Decision => {
  const given = requireGiven(rating);
  refuseOwn(decider, act.userId, given.ownerId);
  if (rating.excludedBy.includes(act.actId)) return [];
  const counted = rating.excludedBy.length === 0;
  return [{ type: 'RatingExcluded', data: { ...act, ...given, counted } }];
};

const includeRating = ({ decider, ...act }: commands.IncludeRating, rating: Rating): Decision => {
  const given = requireGiven(rating);
  refuseOwn(decider, act.userId, given.ownerId);
  if (!rating.excludedBy.includes(act.actId)) return [];
  const counts = rating.excludedBy.length === 1;
  return [{ type: 'RatingIncluded', data: { ...act, ...given, counts } }];
};

function requireGiven({ given }: Rating): NonNullable<Rating['given']> {
  if (!given) throw new Rejected('notFound', 'Rating not found');
  return given;
}

type Key = commands.RatePost | commands.ExcludeRating | commands.IncludeRating;

const initial: Rating = { given: null, excludedBy: [] };

export const Rating = aggregate('rating', {
  id: (data: Key) => `${'post' in data ? data.post.postId : data.postId}-${data.userId}`,
  initial,
  events: ratingEvents,
}).rules({
  evolve: {
    Rated: (state, { ownerId, score }) => ({ ...state, given: { ownerId, score } }),
    RatingExcluded: (state, { actId }) => ({ ...state, excludedBy: [...state.excludedBy, actId] }),
    RatingIncluded: (state, { actId }) => ({
      ...state,
      excludedBy: state.excludedBy.filter((one) => one !== actId),
    }),
  },
  decide: { RatePost: ratePost, ExcludeRating: excludeRating, IncludeRating: includeRating },
});
