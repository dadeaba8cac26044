import type { Catalogue } from '../../kernel/event.js';

export interface LikeEvents {
  /** Somebody likes a post. */
  Liked: { postId: string; userId: string };
  /** Somebody who liked it does so no more. */
  Unliked: { postId: string; userId: string };
}

export const likeEvents: Catalogue<LikeEvents> = {
  Liked: { version: 1 },
  Unliked: { version: 1 },
};
