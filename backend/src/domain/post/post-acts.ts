import { type EventOf, Rejected } from '../../kernel/aggregate.js';
import { noteOf, refuseOwn } from '../moderation/decisions.js';
import type * as commands from './post.commands.js';
import type { PostEvents } from './post.events.js';
import {
  type OpenPostAct,
  type PostActEvents,
  type PostModeration,
  isShown,
  moderated,
  unmoderated,
} from './post-acts.events.js';
import type { Post } from './post-state.js';

/** The files of a removed post are kept for 30 days, for appeals. */
export const REMOVED_LIFE_MS = 30 * 86_400_000;

/**
 * Whether the files of a post may be deleted because an admin removed it. The one place that decides this: an open
 * appeal and a legal hold keep them.
 */
export function areFilesDue(
  { legalHold, moderation: { isRemoved, cause } }: Post,
  { now, hasOpenAppeal }: { readonly now: string; readonly hasOpenAppeal: boolean },
): boolean {
  if (hasOpenAppeal || legalHold !== null) return false;
  return isRemoved && cause !== null && Date.parse(now) - Date.parse(cause.at) >= REMOVED_LIFE_MS;
}

type Decision = EventOf<PostEvents & PostActEvents>[];
type PublishedPost = Post & { readonly ownerId: string };

/** Whether an act was done and undone. A late retry must not do it again. */
function isUndone({ undone }: Post, actId: string): boolean {
  return undone.includes(actId);
}

export const approvePost = (
  { postId, actId, decider }: commands.ApprovePost['data'],
  post: Post,
): Decision => {
  const { ownerId, moderation } = decidable(post, decider);
  if (isUndone(post, actId) || (moderation.isModerated && !moderation.isHeld)) return [];
  requireNotRemoved(moderation);
  return [{ type: 'PostApproved', data: { postId, ownerId, actId, reason: null, note: '' } }];
};

export const hidePost = (
  { postId, actId, decider, ...given }: commands.HidePost['data'],
  post: Post,
): Decision => {
  const { ownerId, moderation } = decidable(post, decider);
  if (isUndone(post, actId) || moderation.isHidden) return [];
  requireNotRemoved(moderation);
  const { reason } = given;
  return [{ type: 'PostHidden', data: { postId, ownerId, actId, reason, note: noteOf(given) } }];
};

export const showPost = (
  { postId, actId, decider, given }: commands.ShowPost['data'],
  post: Post,
): Decision => {
  const { ownerId, moderation } = decidable(post, decider);
  if (isShown(moderation)) return [];
  requireNotRemoved(moderation);
  const reason = given && given.reason;
  const note = given ? noteOf(given) : '';
  return [{ type: 'PostShown', data: { postId, ownerId, actId, reason, note } }];
};

export const removePost = (
  { postId, actId, decider, ...given }: commands.RemovePost['data'],
  post: Post,
): Decision => {
  const { ownerId, moderation } = decidable(post, decider);
  if (isUndone(post, actId) || moderation.isRemoved) return [];
  const { reason } = given;
  return [{ type: 'PostRemoved', data: { postId, ownerId, actId, reason, note: noteOf(given) } }];
};

export const undoPostAct = (
  { postId, actId, decider, because }: commands.UndoPostAct['data'],
  post: Post,
): Decision => {
  const { ownerId } = decidable(post, decider);
  if (isUndone(post, actId)) return [];
  if (!post.acts.some((act) => act.actId === actId)) throw new Rejected('notFound', 'Act not found');
  const after = moderationOf(
    post.isBornHeld,
    post.acts.filter((act) => act.actId !== actId),
  );
  return [
    {
      type: 'PostActUndone',
      data: { postId, ownerId, actId, because, isPublic: isVisible(post, after), ...after },
    },
  ];
};

export function withAct(post: Post, act: OpenPostAct): Post {
  return withActs(post, [...post.acts, act]);
}

/** The state after an act was undone: the result of all others, in their order. */
export function withoutAct(post: Post, actId: string): Post {
  const acts = post.acts.filter((act) => act.actId !== actId);
  return { ...withActs(post, acts), undone: [...post.undone, actId] };
}

function withActs(post: Post, acts: readonly OpenPostAct[]): Post {
  const moderation = moderationOf(post.isBornHeld, acts);
  return { ...post, acts, moderation, isPublic: isVisible(post, moderation) };
}

export function withHold(post: Post, legalHold: string | null): Post {
  const held = { ...post, legalHold };
  return { ...held, isPublic: isVisible(held, post.moderation) };
}

function isVisible({ legalHold }: Post, moderation: PostModeration): boolean {
  return legalHold === null && isShown(moderation);
}

function moderationOf(isHeld: boolean, acts: readonly OpenPostAct[]): PostModeration {
  return acts.reduce(moderated, unmoderated(isHeld));
}

/** @throws Rejected for a post that does not exist, or that belongs to the admin who decides */
function decidable(post: Post, decider: commands.ApprovePost['data']['decider']): PublishedPost {
  const { ownerId, deleted } = post;
  if (ownerId === null || deleted) throw new Rejected('notFound', 'Post not found');
  refuseOwn(decider, ownerId);
  return { ...post, ownerId };
}

/** Undo its removal first: what hides or shows a removed post would have no effect. */
function requireNotRemoved({ isRemoved }: PostModeration): void {
  if (isRemoved) throw new Rejected('conflict', 'This post was removed. Undo that first.');
}
