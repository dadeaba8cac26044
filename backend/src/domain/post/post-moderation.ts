import {
  type TypeOf,
  flag,
  id,
  named,
  nullable,
  object,
  oneOf,
  time,
  personal,
  text,
} from '../../kernel/field.js';
import { ReasonCode, type GivenReason } from '../moderation/reasons.js';
import { type Evolve, type Rules, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type Decider, noteOf, refuseOwn } from '../moderation/self-decision.js';
import { endingCheck, type postCheckEvents, resumingCheck } from './post-check.js';

/** The decision that its owner is told about. */
export const PostCause = named(
  'PostCause',
  object({
    actId: id,
    kind: oneOf('hidden', 'removed'),
    reason: ReasonCode,
    /** ISO 8601. */
    at: time,
  }),
);
export type PostCause = TypeOf<typeof PostCause>;

/** What admins have decided about a post: the result of all acts that are not undone, in their order. */
export const PostModeration = named(
  'PostModeration',
  object({
    /** Whether it waits for a review since its publication. */
    isHeld: flag,
    isModerated: flag,
    isHidden: flag,
    isRemoved: flag,
    /** Why it is hidden or removed; null if it is neither. */
    cause: nullable(PostCause),
  }),
);
export type PostModeration = TypeOf<typeof PostModeration>;

/** The acts on a post. */
export const POST_ACTS = ['PostApproved', 'PostHidden', 'PostShown', 'PostRemoved'] as const;
export type PostActType = (typeof POST_ACTS)[number];

/** An act on a post that was not undone. */
export interface OpenPostAct {
  readonly type: PostActType;
  readonly actId: string;
  readonly reason: ReasonCode | null;
  /** ISO 8601. */
  readonly at: string;
}

/** A post about which nothing was decided. */
export function unmoderated(isHeld: boolean): PostModeration {
  return { isHeld, isModerated: false, isHidden: false, isRemoved: false, cause: null };
}

/** Whether all visitors may see the post. */
export function isShown({ isHeld, isHidden, isRemoved }: PostModeration): boolean {
  return !isHeld && !isHidden && !isRemoved;
}

interface PostActResult {
  readonly becomes: Partial<Pick<PostModeration, 'isHeld' | 'isModerated' | 'isHidden' | 'isRemoved'>>;
  /** What its owner is told from then on; null for nothing more. Without it, what they were told stays. */
  readonly cause?: PostCause['kind'] | null;
}

/** What each act on a post results in. */
export const POST_ACT_RESULTS: Readonly<Record<PostActType, PostActResult>> = {
  PostApproved: { becomes: { isHeld: false, isModerated: true } },
  PostHidden: { becomes: { isHidden: true }, cause: 'hidden' },
  PostShown: { becomes: { isHeld: false, isHidden: false, isRemoved: false }, cause: null },
  PostRemoved: { becomes: { isRemoved: true }, cause: 'removed' },
};

/** The result of one more act. */
export function moderated(before: PostModeration, { type, actId, reason, at }: OpenPostAct): PostModeration {
  const { becomes, cause: kind } = POST_ACT_RESULTS[type];
  const after = { ...before, ...becomes };
  if (kind === undefined) return after;
  return { ...after, cause: kind && { actId, kind, reason: reason ?? 'other', at } };
}

/** The fields of {@link PostModeration} alone, from an event that carries them. */
export function moderationIn({
  isHeld,
  isModerated,
  isHidden,
  isRemoved,
  cause,
}: PostModeration): PostModeration {
  return { isHeld, isModerated, isHidden, isRemoved, cause };
}

/** Where a post stands with the admins. A pending one may be public; only owners see an escalated one. */
export const POST_STATUSES = ['pending', 'approved', 'hidden', 'removed', 'escalated'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

/** The status of a post. */
export function statusOf(
  { isModerated, isHidden, isRemoved }: PostModeration,
  isEscalated: boolean,
): PostStatus {
  if (isEscalated) return 'escalated';
  if (isRemoved) return 'removed';
  if (isHidden) return 'hidden';
  return isModerated ? 'approved' : 'pending';
}

/** A picture on the board. */
export interface Post {
  readonly ownerId: string | null;
  readonly imageHash: string;
  readonly isPublic: boolean;
  readonly deleted: boolean;
  /** The act that put it under legal hold; null for none. A deleted post can be under it, too: its files are kept. */
  readonly legalHold: string | null;
  /** Whose reports of a person under 18 hide it until an admin has looked at it; null for a post that is not in check. */
  readonly check: readonly string[] | null;
  /** The checks that acts and dismissals ended, by their ids, with the reporters: undoing the act resumes the check. */
  readonly endedChecks: Readonly<Record<string, readonly string[]>>;
  /** The acts, dismissals and acts undone on appeal that ended a check because nothing was wrong with the post. */
  readonly clearedBy: readonly string[];
  /** Whether its publication needed a review. */
  readonly isBornHeld: boolean;
  /** Whether visitors see the judge's note and category scores; null for a post without them. */
  readonly isSheetPublic: boolean | null;
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
  check: null,
  endedChecks: {},
  clearedBy: [],
  isBornHeld: false,
  isSheetPublic: null,
  moderation: unmoderated(false),
  acts: [],
  undone: [],
};

/** The post after admins did or undid something. What visitors see of it follows from all that is left. */
export function decided(
  post: Post,
  changes: Partial<Pick<Post, 'acts' | 'check' | 'legalHold' | 'undone'>>,
): Post {
  const after = { ...post, ...changes };
  const moderation = after.acts.reduce(moderated, unmoderated(after.isBornHeld));
  const isPublic = after.legalHold === null && after.check === null && isShown(moderation);
  return { ...after, moderation, isPublic };
}

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
    {
      ...ofAct,
      reason: nullable(ReasonCode),
      /** Whether the admin was shown the picture; null where the request does not say it. */
      shown: nullable(flag),
    },
    '{actor} approved {postId}{shown?, the picture shown:} ({reason|reason?no reason}).',
    about,
    { version: 2, upcast: { 1: (data) => ({ ...data, shown: null }) } },
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
  PostActUndone: (post, { actId }) => ({
    ...withoutAct(post, actId),
    undone: [...post.undone, actId],
    // A check that does not go on was ended for good by a granted appeal: others are resumed before.
    clearedBy:
      post.check === null && checkAfter(post, actId)
        ? [...post.clearedBy, actId]
        : post.clearedBy.filter((known) => known !== actId),
  }),
} satisfies Evolve<Post, typeof postActEvents>;

/** What an admin does to a post. */
export interface PostDecision {
  readonly postId: string;
  readonly actId: string;
  readonly decider: Decider;
}

export interface ReasonedDecision extends PostDecision, GivenReason {}

export interface Approval extends PostDecision {
  readonly shown: boolean | null;
}

export interface Showing extends PostDecision {
  readonly given: GivenReason | null;
}

export interface Undoing extends PostDecision {
  readonly because: string;
  /** Whether an appeal was granted: a second admin has looked at the post, so no check of it goes on. */
  readonly isByAppeal?: true;
  /** What hides the post from then on, so that nobody sees it in between. */
  readonly hiddenBy?: (GivenReason & { readonly actId: string; readonly at: string }) | undefined;
}

const WITHOUT_REASON = { reason: null, note: '' };

export const postActRules = {
  /** Say that a post is fine. Makes it public if it waits for a review. */
  ApprovePost: ({ shown, ...decision }: Approval, post) =>
    inCheck(
      decision,
      post,
      doing('PostApproved', decision, WITHOUT_REASON, post).map(({ type, data }) => ({
        type,
        data: { ...data, shown },
      })),
    ),
  /** Hide a post from all but its owner. */
  HidePost: (decision: ReasonedDecision, post) =>
    inCheck(decision, post, doing('PostHidden', decision, decision, post)),
  /** Make a hidden post public again, or one that waits for a review. */
  ShowPost: (decision: Showing, post) =>
    inCheck(decision, post, doing('PostShown', decision, decision.given ?? WITHOUT_REASON, post)),
  /** Remove a post: hide it from all but its owner, and delete its files after a time. */
  RemovePost: (decision: ReasonedDecision, post) =>
    inCheck(decision, post, doing('PostRemoved', decision, decision, post)),
  /** Undo one of the other acts. What later acts did stays. */
  UndoPostAct({ postId, actId, decider, because, isByAppeal, hiddenBy }: Undoing, post) {
    const ownerId = requireDecidable(post, decider);
    if (post.undone.includes(actId)) return [];
    if (!post.acts.some((open) => open.actId === actId)) throw new Rejected('notFound', 'Act not found');
    const check = post.check ?? (isByAppeal ? null : checkAfter(post, actId));
    const left = withoutAct({ ...post, check }, actId);
    const hiding =
      hiddenBy && !left.moderation.isRemoved
        ? doing('PostHidden', { postId, decider, actId: hiddenBy.actId }, hiddenBy, left)
        : [];
    const hide = done('PostHidden');
    const { isPublic, moderation } = hiding.reduce(
      (before, { data }) => hide(before, data, hiddenBy?.at ?? ''),
      left,
    );
    const undone = { postId, ownerId, actId, because, isPublic, ...moderation };
    return [
      ...resumingCheck(postId, post, check),
      ...inCheck({ postId, actId: hiddenBy?.actId ?? '' }, left, hiding),
      { type: 'PostActUndone', data: undone } as const,
    ];
  },
} satisfies Rules<Post, typeof postActEvents & typeof postCheckEvents>;

/** The events of an act, after the end of a check of the post. Approving and showing it clear it. */
function inCheck<Event extends { readonly type: PostActType }>(
  decision: Pick<PostDecision, 'postId' | 'actId'>,
  post: Post,
  events: readonly Event[],
) {
  const { actId } = decision;
  const acts = events.map(({ type }) => ({ type, actId, reason: null, at: '' }));
  const { isPublic } = decided(post, { check: null, acts: [...post.acts, ...acts] });
  const isCleared = acts.some(({ type }) => CLEARING.has(type));
  return endingCheck(decision, post, { isCleared, isPublic }, events);
}

const CLEARING: ReadonlySet<PostActType> = new Set(['PostApproved', 'PostShown']);

/** Does an act unless its result is there. What hides or shows a removed post would have no effect. */
function doing<Type extends PostActType, Reason extends ReasonCode | null>(
  type: Type,
  { postId, actId, decider }: PostDecision,
  { reason, note }: { readonly reason: Reason; readonly note: string },
  post: Post,
) {
  const ownerId = requireDecidable(post, decider);
  const isRepeated = post.undone.includes(actId) || post.acts.some((open) => open.actId === actId);
  if (isRepeated || (post.check === null && isResult(post, type))) return [];
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

/** The check that an act ended, which goes on once it is undone, unless a later one shows the post, or ended the check, too. */
function checkAfter({ acts, endedChecks }: Post, actId: string): readonly string[] | null {
  const later = acts.slice(acts.findIndex((open) => open.actId === actId) + 1);
  const isOver = later.some((act) => CLEARING.has(act.type) || endedChecks[act.actId]);
  return isOver ? null : (endedChecks[actId] ?? null);
}

/** The owner of the post. @throws Rejected for a post that does not exist, or that belongs to the admin who decides */
function requireDecidable({ ownerId, deleted }: Post, decider: Decider): string {
  if (ownerId === null || deleted) throw new Rejected('notFound', 'Post not found', 'post_gone');
  refuseOwn(decider, ownerId);
  return ownerId;
}
