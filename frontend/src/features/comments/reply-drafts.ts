import type { Comment } from '../../api/types.ts';

/** A reply that is being written. */
export interface ReplyDraft {
  /** What it answers. */
  commentId: string;
  /** The name of the one it answers. */
  to: string;
  text: string;
}

function idsOf(comments: readonly Comment[]): string[] {
  return comments.flatMap(({ id, replies }) => [id, ...idsOf(replies)]);
}

/** The drafts with this one in place of what was written under its comment before; a blank one leaves none. */
export function withDraft(drafts: readonly ReplyDraft[], draft: ReplyDraft): ReplyDraft[] {
  const others = drafts.filter(({ commentId }) => commentId !== draft.commentId);
  return draft.text.trim() === '' ? others : [...others, draft];
}

/** The drafts whose comment is not among these any more, at any depth. */
export function lostDrafts(drafts: readonly ReplyDraft[], comments: readonly Comment[]): ReplyDraft[] {
  if (drafts.length === 0) return [];
  const ids = new Set(idsOf(comments));
  return drafts.filter(({ commentId }) => !ids.has(commentId));
}
