import { projection } from '../projection.js';

/** One person's like of one post, under `{postId}-{userId}`. Deleted when the like is removed. */
export interface LikeDocument {
  readonly postId: string;
  readonly userId: string;
  readonly likedAt: string;
}

export const likes = projection<LikeDocument>({
  name: 'likes',
  version: 1,
  indexes: [{ fields: { userId: 1, likedAt: 1 } }],
  on: {
    Liked: {
      ids: ({ data }) => [`${data.postId}-${data.userId}`],
      fold: (_, { data: { postId, userId }, metadata }) => ({ postId, userId, likedAt: metadata.at }),
    },
    Unliked: { ids: ({ data }) => [`${data.postId}-${data.userId}`], fold: () => null },
  },
});
