import { type EventOf, Rejected } from '../../kernel/aggregate.js';
import { noteOf, refuseOwn } from '../moderation/decisions.js';
import type { GivenReason } from '../moderation/reasons.js';
import type * as commands from './post.commands.js';
import type { postEvents } from './post.events.js';
import {
  type OpenPostAct,
  POST_ACTS,
  type POST_ACT_RESULTS,
  type postActEvents,
  type PostActType,
  type PostModeration,
  isShown,
  moderated,
  resultOf,
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

type Decision = EventOf<typeof postEvents & typeof postActEvents>[];
type PublishedPost = Post & { readonly ownerId: string };

/** Whether an act was done and undone. A late retry must not do it again. */
function isUndone({ undone }: Post, actId: string): boolean {
  return undone.includes(actId);
}

/** What the commands that do something to a post bring along. Only some of them have a reason. */
type Given = Partial<GivenReason> & { readonly given?: GivenReason | null };

/** Does an act unless its result is there. What hides or shows a removed post would have no effect. */
const doing =
  (type: PostActType) =>
  ({ postId, actId, decider, given, ...own }: commands.ApprovePost & Given, post: Post): Decision => {
    const { ownerId, moderation } = decidable(post, decider);
    if (isUndone(post, actId) || isResult(post, type)) return [];
    if (moderation.isRemoved && !resultOf(type).becomes.isRemoved) {
      throw new Rejected('conflict', 'This post was removed. Undo that first.', 'post_removed');
    }
    const why = given ?? (own.reason ? { reason: own.reason, note: own.note ?? '' } : null);
    const data = { postId, ownerId, actId, reason: why && why.reason, note: why ? noteOf(why) : '' };
    return [{ type, data } as Decision[number]];
  };

/** Whether one more act of this type would change nothing. */
function isResult({ moderation, acts }: Post, type: PostActType): boolean {
  const becomes = Object.entries(resultOf(type).becomes);
  if (becomes.length === 0) return acts.some((open) => open.type === type);
  return becomes.every(([flag, value]) => moderation[flag as keyof PostModeration] === value);
}

type Results = typeof POST_ACT_RESULTS;

/** By the names of their commands. */
export const postActs = Object.fromEntries(
  POST_ACTS.map((type) => [resultOf(type).command, doing(type)]),
) as { readonly [Type in PostActType as Results[Type]['command']]: ReturnType<typeof doing> };

export const undoPostAct = (
  { postId, actId, decider, because }: commands.UndoPostAct,
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
function decidable(post: Post, decider: commands.ApprovePost['decider']): PublishedPost {
  const { ownerId, deleted } = post;
  if (ownerId === null || deleted) throw new Rejected('notFound', 'Post not found', 'post_gone');
  refuseOwn(decider, ownerId);
  return { ...post, ownerId };
}
