import type { Comment } from '../../api/types.ts';
import { createStore } from '../../lib/create-store.ts';
import { idsOf } from './thread.ts';

/** Where a comment is being written, and by whom. */
export interface DraftTarget {
  /** The account that writes it: nobody else is shown it. */
  authorId: string;
  postId: string;
  /** What it answers, and the name of who wrote that; null for a comment on the post itself. */
  parent: { commentId: string; name: string } | null;
}

/** A comment that is being written. */
export interface Draft extends DraftTarget {
  text: string;
  /** What it was sent under; null when it never was, or when the server has answered that it does not take it so. */
  id: string | null;
}

function isAt(target: DraftTarget): (draft: Draft) => boolean {
  return ({ authorId, postId, parent }) =>
    authorId === target.authorId &&
    postId === target.postId &&
    parent?.commentId === target.parent?.commentId;
}

/** What is being written at a target; undefined for nothing, which is less than a form that is still blank. */
export function draftAt(drafts: readonly Draft[], target: DraftTarget): Draft | undefined {
  return drafts.find(isAt(target));
}

/** The drafts without what is being written at a target. */
export function withoutDraft(drafts: readonly Draft[], target: DraftTarget): readonly Draft[] {
  const isThere = isAt(target);
  return drafts.filter((draft) => !isThere(draft));
}

/**
 * The drafts with this text at a target. What it was sent under stays with it until it says something else, so that the
 * server knows the same comment again when its answer was lost.
 */
export function withText(drafts: readonly Draft[], target: DraftTarget, text: string): readonly Draft[] {
  const before = draftAt(drafts, target);
  const id = before && before.text.trim() === text.trim() ? before.id : null;
  return [...withoutDraft(drafts, target), { ...target, text, id }];
}

/** The drafts with an id that the one at this target is sent under, unless it was sent before. */
export function withId(drafts: readonly Draft[], target: DraftTarget, id: string): readonly Draft[] {
  const isThere = isAt(target);
  return drafts.map((draft) => (isThere(draft) && draft.id === null ? { ...draft, id } : draft));
}

/** The drafts with the one that was refused under this id free to be sent under another. */
export function withoutId(drafts: readonly Draft[], id: string): readonly Draft[] {
  return drafts.map((draft) => (draft.id === id ? { ...draft, id: null } : draft));
}

/** The replies that this person is writing on a post. */
export function repliesOf(drafts: readonly Draft[], authorId: string, postId: string): readonly Draft[] {
  return drafts.filter(
    (draft) => draft.authorId === authorId && draft.postId === postId && draft.parent !== null,
  );
}

/** Those in which something is written, and whose comment is not among these any more, at any depth. */
export function lostReplies(replies: readonly Draft[], comments: readonly Comment[]): readonly Draft[] {
  if (replies.length === 0) return [];
  const ids = new Set(idsOf(comments));
  return replies.filter(({ parent, text }) => parent && text.trim() !== '' && !ids.has(parent.commentId));
}

const drafts = createStore<readonly Draft[]>([]);

/**
 * The comments that are being written, as long as the page is not loaded anew: they outlive the forms that they are
 * written in, the comments that they answer, and the session.
 */
export const draftStore = {
  read: drafts.read,
  subscribe: drafts.subscribe,
  find: (target: DraftTarget): Draft | undefined => draftAt(drafts.read(), target),
  /** The ids of the comments that this person is answering on a post, in one text, which is the same while they are. */
  answeredBy: (authorId: string, postId: string): string =>
    repliesOf(drafts.read(), authorId, postId)
      .map(({ parent }) => parent?.commentId)
      .sort()
      .join(' '),
  /** Keeps a text; a blank one keeps the form open. */
  write: (target: DraftTarget, text: string): void => drafts.write(withText(drafts.read(), target, text)),
  /** Forgets what was written at a target. */
  drop: (target: DraftTarget): void => drafts.write(withoutDraft(drafts.read(), target)),
  /** The id to send the draft at a target under: the same as before, if what it says was sent before. */
  idOf(target: DraftTarget): string {
    drafts.write(withId(drafts.read(), target, crypto.randomUUID()));
    const id = draftAt(drafts.read(), target)?.id;
    if (!id) throw new Error('nothing is written here');
    return id;
  },
  /** What was sent under this id is posted: forgets it, and says whether it still stood there as it was sent. */
  finish(id: string): boolean {
    const rest = drafts.read().filter((draft) => draft.id !== id);
    const stood = rest.length < drafts.read().length;
    if (stood) drafts.write(rest);
    return stood;
  },
  /** What was sent under this id is refused and was not posted: the next try is another comment. */
  refuse: (id: string): void => drafts.write(withoutId(drafts.read(), id)),
};
