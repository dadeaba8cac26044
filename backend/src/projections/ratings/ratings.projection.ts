import { projection } from '../projection.js';

/** The rating that one person gave a post, under `{postId}-{userId}`. */
export interface RatingDocument {
  readonly postId: string;
  readonly userId: string;
  /** A whole number from 0 to 10. */
  readonly score: number;
  readonly ratedAt: string;
}

export const ratings = projection<RatingDocument>({
  name: 'ratings',
  version: 1,
  indexes: [{ fields: { userId: 1, ratedAt: 1 } }],
  on: {
    Rated: {
      ids: ({ data }) => [`${data.postId}-${data.userId}`],
      fold: (_, { data: { postId, userId, score }, metadata }) => ({
        postId,
        userId,
        score,
        ratedAt: metadata.at,
      }),
    },
  },
});
