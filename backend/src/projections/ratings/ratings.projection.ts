import type { Recorded } from '../../kernel/event.js';
import { projection } from '../projection.js';

/** The rating that one person gave a post, under `{postId}-{userId}`. */
export interface RatingDocument {
  readonly postId: string;
  readonly ownerId: string;
  readonly userId: string;
  /** A whole number from 0 to 10. */
  readonly score: number;
  readonly ratedAt: string;
  /** Whether it counts: no act of an admin excludes it. */
  readonly counts: boolean;
}

type OfRating = Recorded<string, { readonly postId: string; readonly userId: string }>;

const ids = ({ data: { postId, userId } }: OfRating) => [`${postId}-${userId}`];

export const ratings = projection<RatingDocument>({
  name: 'ratings',
  version: 3,
  indexes: [{ fields: { userId: 1, ratedAt: 1 } }, { fields: { postId: 1, score: 1 } }],
  on: {
    Rated: {
      ids,
      fold: (_, { data: { postId, ownerId, userId, score }, metadata }) => ({
        postId,
        ownerId,
        userId,
        score,
        ratedAt: metadata.at,
        counts: true,
      }),
    },
    RatingExcluded: { ids, fold: (rating) => rating && { ...rating, counts: false } },
    RatingIncluded: {
      ids,
      fold: (rating, { data: { counts } }) => rating && { ...rating, counts },
    },
  },
});
