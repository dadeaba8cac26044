import type { Catalogue } from '../../kernel/event.js';

export interface LikeEvents {
  /** A user liked a post. */
  Liked: { postId: string; userId: string };
  /** A user removed their like. */
  Unliked: { postId: string; userId: string };
}

export const likeEvents: Catalogue<LikeEvents> = {
  Liked: { version: 1 },
  Unliked: { version: 1 },
};
