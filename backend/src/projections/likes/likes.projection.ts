import { projection } from '../projection.js';

/** That somebody likes a post: under `{postId}-{userId}`, there only while they do. */
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
