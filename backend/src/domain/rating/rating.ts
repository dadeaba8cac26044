import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, flag, id, nullable, number, oneOf, personal, text } from '../../kernel/field.js';
import { type Decider, refuseOwn } from '../moderation/self-decision.js';
import { type PostFacts, requireVisible } from '../post/post-facts.js';

const rated = { postId: id, ownerId: id, userId: id, score: number };

/** Where people rate: on `/rate`, which chooses the photo, or on the page of a post, which they chose. */
export const RATING_PLACES = ['rate', 'post'] as const;
export type RatingPlace = (typeof RATING_PLACES)[number];

/** For so long after the verification of its address, an account is young. */
const YOUNG_MS = 7 * 86_400_000;

export function isYoungAt(verifiedAt: string | null, now: Date): boolean {
  return verifiedAt === null || now.getTime() - Date.parse(verifiedAt) < YOUNG_MS;
}

const circumstances = {
  via: oneOf(...RATING_PLACES),
  /** Whether the account was young. */
  isYoung: flag,
  /** The mean of the votes of others in tenths, as it was known then; null with fewer than three. */
  othersTenths: nullable(number),
};

/** What ratings did not record before. */
export const UNRECORDED: DataOf<typeof circumstances> = { via: 'post', isYoung: false, othersTenths: null };

/** A rating that an admin excluded or included, and the act that did it. */
const decided = {
  ...rated,
  /** The act on this rating, or on all ratings of the person. */
  actId: id,
};

const about = { postId: 'post', ownerId: 'person', userId: 'person' } as const;

interface NewRating extends DataOf<typeof circumstances> {
  readonly post: PostFacts;
  readonly userId: string;
  readonly score: number;
}

interface RatingAct {
  readonly postId: string;
  readonly userId: string;
  readonly actId: string;
  readonly decider: Decider;
}

interface Exclusion extends RatingAct {
  readonly note: string | null;
}

interface Inclusion extends RatingAct {
  readonly because: string | null;
}

/** What names a rating: the post with its facts where they matter, else its id, and who rated. */
type OfRating = Pick<NewRating, 'post' | 'userId'> | Pick<RatingAct, 'postId' | 'userId'>;

/** One person's rating of one post. */
export interface Rating {
  /** Null before it is given. */
  readonly given: Pick<DataOf<typeof rated>, 'ownerId' | 'score'> | null;
  /** The acts that exclude it. It counts while no act excludes it. */
  readonly excludedBy: readonly string[];
}

export const LOWEST_SCORE = 0;
export const HIGHEST_SCORE = 10;

const initial: Rating = { given: null, excludedBy: [] };

export const Rating = aggregate('rating', {
  id: (data: OfRating) => `${'post' in data ? data.post.postId : data.postId}-${data.userId}`,
  initial,
  events: {
    /** A user rated another user's post. The score is a whole number from 0 to 10. */
    Rated: event({ ...rated, ...circumstances }, '{actor} rated {postId} {score} out of 10.', about, {
      version: 2,
      upcast: { 1: (data) => ({ ...data, ...UNRECORDED }) },
    }),
    /**
     * The rating no longer counts. `counted` is false if another act had excluded it before. `note` is the admin's reason;
     * null if all ratings of the person were excluded, or once the person's key has been destroyed.
     */
    RatingExcluded: event(
      { ...decided, counted: flag, note: personal('userId', text) },
      '{actor} excluded the rating of {score} that {userId} gave {postId}{counted?:, which another act had excluded before}.',
      { ...about, actId: 'act' },
    ),
    /** An exclusion was undone. `counts` is false while another act still excludes the rating. `because` is why, as `note` above. */
    RatingIncluded: event(
      { ...decided, counts: flag, because: personal('userId', text) },
      '{actor} included the rating of {score} that {userId} gave {postId}{counts?:, which another act still excluded}.',
      { ...about, actId: 'act' },
    ),
  },
}).rules({
  evolve: {
    Rated: (state, { ownerId, score }) => ({ ...state, given: { ownerId, score } }),
    RatingExcluded: (state, { actId }) => ({ ...state, excludedBy: [...state.excludedBy, actId] }),
    RatingIncluded: (state, { actId }) => ({
      ...state,
      excludedBy: state.excludedBy.filter((one) => one !== actId),
    }),
  },
  decide: {
    /** Rate a post. A rating is final: there is one per person and post. */
    RatePost({ post, userId, score, ...when }: NewRating, { given }) {
      requireVisible(post, userId);
      if (post.ownerId === userId) throw new Rejected('forbidden', 'You cannot rate your own post');
      if (!Number.isInteger(score) || score < LOWEST_SCORE || score > HIGHEST_SCORE) {
        throw new Rejected('invalid', 'A rating is a whole number from 0 to 10.');
      }
      if (given) throw new Rejected('conflict', 'You may have already rated this post.');
      return [
        { type: 'Rated', data: { postId: post.postId, ownerId: post.ownerId, userId, score, ...when } },
      ];
    },
    /** Let a rating no longer count. Idempotent by the act. `note` is null if the act is about all ratings of the person. */
    ExcludeRating({ decider, ...act }: Exclusion, rating) {
      const given = requireGiven(rating);
      refuseOwn(decider, act.userId, given.ownerId);
      if (rating.excludedBy.includes(act.actId)) return [];
      const counted = rating.excludedBy.length === 0;
      return [{ type: 'RatingExcluded', data: { ...act, ...given, counted } }];
    },
    /** Undo an exclusion. Idempotent by the act. `because` is null if the act was about all ratings of the person. */
    IncludeRating({ decider, ...act }: Inclusion, rating) {
      const given = requireGiven(rating);
      refuseOwn(decider, act.userId, given.ownerId);
      if (!rating.excludedBy.includes(act.actId)) return [];
      const counts = rating.excludedBy.length === 1;
      return [{ type: 'RatingIncluded', data: { ...act, ...given, counts } }];
    },
  },
});

function requireGiven({ given }: Rating): NonNullable<Rating['given']> {
  if (!given) throw new Rejected('notFound', 'Rating not found');
  return given;
}
