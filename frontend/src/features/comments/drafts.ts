import type { Comment } from '../../api/generated/schema.d.ts';
import { newId } from '../../api/idempotency-keys.ts';
import { shownTo } from '../../api/user-storage.ts';
import { commentDrafts } from '../../api/draft-storage.ts';
import { idsOf } from './thread.ts';

/** What a draft comments on, and who writes it. */
export interface DraftTarget {
  /** The account that writes it: drafts are never shown to another account. */
  authorId: string;
  postId: string;
  /** The comment that it replies to, and its author's name; null for a comment on the post itself. */
  parent: { commentId: string; name: string } | null;
}

export interface Draft extends DraftTarget {
  text: string;
  /** The id it was sent under; null if it was never sent, or if the server refused it. */
  id: string | null;
}

function isAt(target: DraftTarget): (draft: Draft) => boolean {
  return ({ authorId, postId, parent }) =>
    authorId === target.authorId &&
    postId === target.postId &&
    parent?.commentId === target.parent?.commentId;
}

/** The draft for a target; undefined if there is none. An open empty form has a blank draft. */
export function draftAt(drafts: readonly Draft[], target: DraftTarget): Draft | undefined {
  return drafts.find(isAt(target));
}

export function withoutDraft(drafts: readonly Draft[], target: DraftTarget): readonly Draft[] {
  const isThere = isAt(target);
  return drafts.filter((draft) => !isThere(draft));
}

/**
 * The drafts with this text for a target. The draft keeps the id it was sent under until its text changes, so that
 * the server recognises a retry whose first answer was lost.
 */
export function withText(drafts: readonly Draft[], target: DraftTarget, text: string): readonly Draft[] {
  const before = draftAt(drafts, target);
  const id = before && before.text.trim() === text.trim() ? before.id : null;
  return [...withoutDraft(drafts, target), { ...target, text, id }];
}

/** The drafts with an id for the one that is being sent, unless it has one from an earlier try. */
export function withId(drafts: readonly Draft[], target: DraftTarget, id: string): readonly Draft[] {
  const isThere = isAt(target);
  return drafts.map((draft) => (isThere(draft) && draft.id === null ? { ...draft, id } : draft));
}

/** The drafts without this id, after the server refused it: the next try is a new comment. */
export function withoutId(drafts: readonly Draft[], id: string): readonly Draft[] {
  return drafts.map((draft) => (draft.id === id ? { ...draft, id: null } : draft));
}

/** The replies that this person is writing on a post. */
export function repliesOf(drafts: readonly Draft[], authorId: string, postId: string): readonly Draft[] {
  return drafts.filter(
    (draft) => draft.authorId === authorId && draft.postId === postId && draft.parent !== null,
  );
}

/** The replies with a text whose comment is no longer among these, at any depth. */
export function lostReplies(replies: readonly Draft[], comments: readonly Comment[]): readonly Draft[] {
  if (replies.length === 0) return [];
  const ids = new Set(idsOf(comments));
  return replies.filter(({ parent, text }) => parent && text.trim() !== '' && !ids.has(parent.commentId));
}

const none: readonly Draft[] = [];

const drafts = {
  read: (): readonly Draft[] => shownTo(commentDrafts.read(), null) ?? none,
  write: (next: readonly Draft[]): void =>
    next.length === 0 ? commentDrafts.drop() : commentDrafts.keep([...next], null),
};

/**
 * The drafts of comments in this tab, until their person signs out. They outlive their forms, the comments that they reply to,
 * reloads, and the end of a session.
 */
export const draftStore = {
  read: drafts.read,
  first: none,
  subscribe: commentDrafts.subscribe,
  find: (target: DraftTarget): Draft | undefined => draftAt(drafts.read(), target),
  /** The ids of the comments that this person is replying to on a post, as one text, so that it compares by value. */
  answeredBy: (authorId: string, postId: string): string =>
    repliesOf(drafts.read(), authorId, postId)
      .map(({ parent }) => parent?.commentId)
      .sort()
      .join(' '),
  /** Stores a text; a blank one keeps the form open. */
  write: (target: DraftTarget, text: string): void => drafts.write(withText(drafts.read(), target, text)),
  drop: (target: DraftTarget): void => drafts.write(withoutDraft(drafts.read(), target)),
  /** The id to send the draft for a target under: the same as before if the text is the same. */
  idOf(target: DraftTarget): string {
    drafts.write(withId(drafts.read(), target, newId()));
    const id = draftAt(drafts.read(), target)?.id;
    if (!id) throw new Error('nothing is written here');
    return id;
  },
  /** Discards the posted draft with this id; false if it was changed meanwhile and is kept. */
  finish(id: string): boolean {
    const rest = drafts.read().filter((draft) => draft.id !== id);
    const stood = rest.length < drafts.read().length;
    if (stood) drafts.write(rest);
    return stood;
  },
  /** Marks the draft with this id as refused: the next try is a new comment. */
  refuse: (id: string): void => drafts.write(withoutId(drafts.read(), id)),
};
