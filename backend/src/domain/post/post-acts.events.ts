import { type EventsOf, event } from '../../kernel/event.js';
import {
  type TypeOf,
  flag,
  id,
  named,
  nullable,
  object,
  oneOf,
  text,
  time,
  personal,
} from '../../kernel/field.js';
import { ReasonCode } from '../moderation/reasons.js';

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

const postAct = {
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
      ...postAct,
      reason: nullable(ReasonCode),
    },
    '{actor} approved {postId} ({reason|reason?no reason}).',
    about,
  ),
  /** An admin hid the post: only its owner sees it. */
  PostHidden: event(
    {
      ...postAct,
      reason: ReasonCode,
    },
    '{actor} hid {postId} from all but its owner ({reason|reason}).',
    about,
  ),
  /** An admin made the post public again. */
  PostShown: event(
    {
      ...postAct,
      reason: nullable(ReasonCode),
    },
    '{actor} made {postId} public again ({reason|reason?no reason}).',
    about,
  ),
  /** An admin removed the post: only its owner sees it, and its files are deleted later. */
  PostRemoved: event(
    {
      ...postAct,
      reason: ReasonCode,
    },
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

export type PostActEvents = EventsOf<typeof postActEvents>;

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
  /** The name of the command that leads to it. */
  readonly command: string;
  readonly becomes: Partial<Pick<PostModeration, 'isHeld' | 'isModerated' | 'isHidden' | 'isRemoved'>>;
  /** What its owner is told from then on; null for nothing more. Without it, what they were told stays. */
  readonly cause?: PostCause['kind'] | null;
}

/** What each act on a post results in. */
export const POST_ACT_RESULTS = {
  PostApproved: { command: 'ApprovePost', becomes: { isHeld: false, isModerated: true } },
  PostHidden: { command: 'HidePost', becomes: { isHidden: true }, cause: 'hidden' },
  PostShown: {
    command: 'ShowPost',
    becomes: { isHeld: false, isHidden: false, isRemoved: false },
    cause: null,
  },
  PostRemoved: { command: 'RemovePost', becomes: { isRemoved: true }, cause: 'removed' },
} as const satisfies Readonly<Record<PostActType, PostActResult>>;

export function resultOf(type: PostActType): PostActResult {
  return POST_ACT_RESULTS[type];
}

/** The result of one more act. */
export function moderated(before: PostModeration, { type, actId, reason, at }: OpenPostAct): PostModeration {
  const { becomes, cause: kind } = resultOf(type);
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
