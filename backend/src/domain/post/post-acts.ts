import { type Evolve, type Rules, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { flag, id, nullable, personal, text } from '../../kernel/field.js';
import { type Decider, noteOf, refuseOwn } from '../moderation/decisions.js';
import { type GivenReason, ReasonCode } from '../moderation/reasons.js';
import { POST_ACT_RESULTS, PostModeration, type PostActType } from './post-moderation.js';
import { type Post, decided } from './post-state.js';

const ofAct = {
  postId: id,
  ownerId: id,
  actId: id,
  /** For the owner; null once the owner's key has been destroyed. */
  note: personal('ownerId', text),
};

const about = { postId: 'post', ownerId: 'person', actId: 'act' } as const;

/** What admins did to a post. Each act has an id, by which it can be undone. */
export const postActEvents = {
  /** An admin approved the post. If it waited for a review, it is public now. */
  PostApproved: event(
    { ...ofAct, reason: nullable(ReasonCode) },
    '{actor} approved {postId} ({reason|reason?no reason}).',
    about,
  ),
  /** An admin hid the post: only its owner sees it. */
  PostHidden: event(
    { ...ofAct, reason: ReasonCode },
    '{actor} hid {postId} from all but its owner ({reason|reason}).',
    about,
  ),
  /** An admin made the post public again. */
  PostShown: event(
    { ...ofAct, reason: nullable(ReasonCode) },
    '{actor} made {postId} public again ({reason|reason?no reason}).',
    about,
  ),
  /** An admin removed the post: only its owner sees it, and its files are deleted later. */
  PostRemoved: event(
    { ...ofAct, reason: ReasonCode },
    '{actor} removed {postId}; its files follow later ({reason|reason}).',
    about,
  ),
  /** An act was undone. The other fields are the result of the acts that are left. */
  PostActUndone: event(
    {
      ...PostModeration.properties,
      postId: id,
      ownerId: id,
      actId: id,
      isPublic: flag,
      /** Why it was undone, for other admins; null once the owner's key has been destroyed. */
      because: personal('ownerId', text),
    },
    '{actor} undid {actId} on {postId}, which left it visible to {isPublic?all:its owner only}.',
    { ...about, 'cause.actId': 'act' },
  ),
};

export const postActFolds = {
  PostApproved: done('PostApproved'),
  PostHidden: done('PostHidden'),
  PostShown: done('PostShown'),
  PostRemoved: done('PostRemoved'),
  PostActUndone: (post, { actId }) => ({ ...withoutAct(post, actId), undone: [...post.undone, actId] }),
} satisfies Evolve<Post, typeof postActEvents>;

/** What an admin does to a post. */
export interface PostDecision {
  readonly postId: string;
  readonly actId: string;
  readonly decider: Decider;
}

export interface ReasonedDecision extends PostDecision, GivenReason {}

export interface Showing extends PostDecision {
  readonly given: GivenReason | null;
}

export interface Undoing extends PostDecision {
  readonly because: string;
}

const WITHOUT_REASON = { reason: null, note: '' };

export const postActRules = {
  /** Say that a post is fine. Makes it public if it waits for a review. */
  ApprovePost: (decision: PostDecision, post) => doing('PostApproved', decision, WITHOUT_REASON, post),
  /** Hide a post from all but its owner. */
  HidePost: (decision: ReasonedDecision, post) => doing('PostHidden', decision, decision, post),
  /** Make a hidden post public again, or one that waits for a review. */
  ShowPost: (decision: Showing, post) => doing('PostShown', decision, decision.given ?? WITHOUT_REASON, post),
  /** Remove a post: hide it from all but its owner, and delete its files after a time. */
  RemovePost: (decision: ReasonedDecision, post) => doing('PostRemoved', decision, decision, post),
  /** Undo one of the other acts. What later acts did stays. */
  UndoPostAct({ postId, actId, decider, because }: Undoing, post) {
    const ownerId = requireDecidable(post, decider);
    if (post.undone.includes(actId)) return [];
    if (!post.acts.some((open) => open.actId === actId)) throw new Rejected('notFound', 'Act not found');
    const { isPublic, moderation } = withoutAct(post, actId);
    return [{ type: 'PostActUndone', data: { postId, ownerId, actId, because, isPublic, ...moderation } }];
  },
} satisfies Rules<Post, typeof postActEvents>;

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

/** Does an act unless its result is there. What hides or shows a removed post would have no effect. */
function doing<Type extends PostActType, Reason extends ReasonCode | null>(
  type: Type,
  { postId, actId, decider }: PostDecision,
  { reason, note }: { readonly reason: Reason; readonly note: string },
  post: Post,
) {
  const ownerId = requireDecidable(post, decider);
  if (post.undone.includes(actId) || isResult(post, type)) return [];
  if (post.moderation.isRemoved && !POST_ACT_RESULTS[type].becomes.isRemoved) {
    throw new Rejected('conflict', 'This post was removed. Undo that first.', 'post_removed');
  }
  const words = reason === null ? note : noteOf({ reason, note });
  return [{ type, data: { postId, ownerId, actId, reason, note: words } }];
}

const FLAGS = ['isHeld', 'isModerated', 'isHidden', 'isRemoved'] as const;

/** Whether one more act of this type would change nothing. */
function isResult({ moderation, acts }: Post, type: PostActType): boolean {
  const { becomes } = POST_ACT_RESULTS[type];
  if (Object.keys(becomes).length === 0) return acts.some((open) => open.type === type);
  const after = { ...moderation, ...becomes };
  return FLAGS.every((flagged) => after[flagged] === moderation[flagged]);
}

function done(type: PostActType) {
  return (
    post: Post,
    { actId, reason }: { readonly actId: string; readonly reason: ReasonCode | null },
    at: string,
  ): Post => decided(post, { acts: [...post.acts, { type, actId, reason, at }] });
}

/** The result of all other acts, in their order. */
function withoutAct(post: Post, actId: string): Post {
  return decided(post, { acts: post.acts.filter((open) => open.actId !== actId) });
}

/** The owner of the post. @throws Rejected for a post that does not exist, or that belongs to the admin who decides */
function requireDecidable({ ownerId, deleted }: Post, decider: Decider): string {
  if (ownerId === null || deleted) throw new Rejected('notFound', 'Post not found', 'post_gone');
  refuseOwn(decider, ownerId);
  return ownerId;
}
