import type { OpenPostAct, PostModeration } from './post-acts.events.js';

/** A picture on the board. */
export interface Post {
  readonly ownerId: string | null;
  readonly imageHash: string;
  readonly isPublic: boolean;
  readonly deleted: boolean;
  /** The act that put it under legal hold; null for none. A deleted post can be under it, too: its files are kept. */
  readonly legalHold: string | null;
  /** Whether its publication needed a review. */
  readonly isBornHeld: boolean;
  readonly moderation: PostModeration;
  /** What admins did to it, in order, without the acts that were undone. */
  readonly acts: readonly OpenPostAct[];
  /** The acts that were undone. */
  readonly undone: readonly string[];
}
