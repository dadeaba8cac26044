import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import { requireVisible } from '../post/post-facts.js';
import * as commands from './rating.commands.js';
import type { RatingEvents } from './rating.events.js';

/** One person's rating of one post; null before it is given. */
export interface Rating {
  readonly score: number | null;
}

export const LOWEST_SCORE = 0;
export const HIGHEST_SCORE = 10;

const ratePost = (
  { post, userId, score }: commands.RatePost['data'],
  rating: Rating,
): EventOf<RatingEvents>[] => {
  requireVisible(post, userId);
  if (post.ownerId === userId) throw new Rejected('forbidden', 'You cannot rate your own post');
  if (!Number.isInteger(score) || score < LOWEST_SCORE || score > HIGHEST_SCORE) {
    throw new Rejected('invalid', 'A rating is a whole number from 0 to 10.');
  }
  if (rating.score !== null) throw new Rejected('conflict', 'You may have already rated this post.');
  return [{ type: 'Rated', data: { postId: post.postId, ownerId: post.ownerId, userId, score } }];
};

export const rating: Aggregate<Rating, RatingEvents, typeof commands> = {
  category: 'rating',
  id: ({ post, userId }) => `${post.postId}-${userId}`,
  initial: { score: null },
  commands,
  decide: { RatePost: ratePost },
  evolve: { Rated: (_, { score }) => ({ score }) },
};
