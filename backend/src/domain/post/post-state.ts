import { type OpenPostAct, type PostModeration, isShown, moderated, unmoderated } from './post-moderation.js';

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
  /** The acts that were undone. A late retry must not do them again. */
  readonly undone: readonly string[];
}

export const unpublished: Post = {
  ownerId: null,
  imageHash: '',
  isPublic: false,
  deleted: false,
  legalHold: null,
  isBornHeld: false,
  moderation: unmoderated(false),
  acts: [],
  undone: [],
};

/** The post after admins did or undid something. What visitors see of it follows from all that is left. */
export function decided(post: Post, changes: Partial<Pick<Post, 'acts' | 'legalHold' | 'undone'>>): Post {
  const after = { ...post, ...changes };
  const moderation = after.acts.reduce(moderated, unmoderated(after.isBornHeld));
  return { ...after, moderation, isPublic: after.legalHold === null && isShown(moderation) };
}
