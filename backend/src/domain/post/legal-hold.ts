import { type Evolve, type Rules, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { flag, id, personal, text } from '../../kernel/field.js';
import { noteOf, refuseOwn } from '../moderation/self-decision.js';
import { type GivenReason, ReasonCode } from '../moderation/reasons.js';
import { endingCheck, type postCheckEvents, resumingCheck } from './post-check.js';
import { type PostDecision, type Post, decided } from './post-moderation.js';

const ofHold = {
  postId: id,
  ownerId: id,
  actId: id,
  /** The admin. Their key encrypts the text: it is needed after the owner of the post was deleted. */
  adminId: id,
};

const about = { postId: 'post', ownerId: 'person', actId: 'act', adminId: 'admin' } as const;

/** Illegal content under legal hold: only owners of the back office see it, and its files are kept. */
export const legalHoldEvents = {
  /** An admin put the post under legal hold. */
  PostEscalated: event(
    {
      ...ofHold,
      reason: ReasonCode,
      /** For owners of the back office. */
      note: personal('adminId', text),
    },
    '{actor} put {postId} under legal hold ({reason|reason}).',
    about,
  ),
  /** An owner of the back office lifted the legal hold. */
  LegalHoldLifted: event(
    {
      ...ofHold,
      /** Whether all visitors see the post now. */
      isPublic: flag,
      /** Why, for other admins. */
      because: personal('adminId', text),
    },
    '{actor} lifted the legal hold of {postId}, which left it {isPublic?visible to all:hidden from visitors}.',
    about,
  ),
};

export const legalHoldFolds = {
  PostEscalated: (post, { actId }) => decided(post, { legalHold: actId }),
  LegalHoldLifted: (post, { actId }) => decided(post, { legalHold: null, undone: [...post.undone, actId] }),
} satisfies Evolve<Post, typeof legalHoldEvents>;

export interface Escalation extends PostDecision, GivenReason {
  readonly adminId: string;
}

export interface Lifting extends PostDecision {
  readonly adminId: string;
  readonly because: string;
}

export const legalHoldRules = {
  /**
   * Put a post with illegal content under legal hold: nobody but owners of the back office sees it, and its files are kept
   * until the hold is lifted.
   */
  EscalatePost({ postId, actId, adminId, decider, ...given }: Escalation, post) {
    const { ownerId, deleted, legalHold } = post;
    if (ownerId === null || deleted) throw new Rejected('notFound', 'Post not found');
    refuseOwn(decider, ownerId);
    if (legalHold !== null) return [];
    const { reason } = given;
    return endingCheck({ postId, actId }, post, { isCleared: false, isPublic: false }, [
      {
        type: 'PostEscalated',
        data: { postId, ownerId, actId, adminId, reason, note: noteOf(given) },
      } as const,
    ]);
  },
  /** Lift a legal hold. `actId` is the act that began it. */
  LiftLegalHold({ postId, actId, adminId, decider, because }: Lifting, post) {
    const { ownerId, deleted, legalHold, undone } = post;
    // Also for a post that was deleted meanwhile: its files are still there.
    if (ownerId === null) throw new Rejected('notFound', 'Post not found');
    refuseOwn(decider, ownerId);
    if (undone.includes(actId)) return [];
    if (legalHold !== actId) throw new Rejected('notFound', 'Act not found');
    const check = deleted ? null : (post.endedChecks[actId] ?? null);
    const isPublic = !deleted && decided(post, { legalHold: null, check }).isPublic;
    return [
      ...resumingCheck(postId, post, check),
      { type: 'LegalHoldLifted', data: { postId, ownerId, actId, adminId, isPublic, because } } as const,
    ];
  },
} satisfies Rules<Post, typeof legalHoldEvents & typeof postCheckEvents>;

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
