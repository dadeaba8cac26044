import type { Catalogue } from '../../kernel/event.js';

export interface LikeEvents {
  /** A user liked a post. */
  Liked: { postId: string; userId: string };
  /** A user removed their like. */
  Unliked: { postId: string; userId: string };
}

export const likeEvents: Catalogue<LikeEvents> = {
  Liked: {
    version: 1,
    trail: { says: '{actor} liked {postId}.', about: { postId: 'post', userId: 'person' } },
  },
  Unliked: {
    version: 1,
    trail: { says: '{actor} took back a like of {postId}.', about: { postId: 'post', userId: 'person' } },
  },
};
