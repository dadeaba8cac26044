import { type TypeOf, flag, id, named, nullable, object, oneOf, time } from '../../kernel/field.js';
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
