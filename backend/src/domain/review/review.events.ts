import type { Catalogue } from '../../kernel/event.js';
import type { ReasonCode } from '../moderation/reasons.js';

/** What an admin can decide about a post in the review queue. `dismiss` only rejects the reports. */
export const REVIEW_DECISIONS = ['approve', 'hide', 'remove', 'dismiss'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** The work of admins on a post that is in the review queue, which it can be more than once. */
export interface ReviewEvents {
  /** An admin looks at the post. Until `until` (ISO 8601) no other admin gets it. */
  ReviewClaimed: { postId: string; adminId: string; until: string };
  /** The admin left without a decision. */
  ReviewReleased: { postId: string; adminId: string };
  /** The admin decided. The acts on the post and on the reports follow. */
  ReviewDecided: {
    postId: string;
    ownerId: string;
    adminId: string;
    decision: ReviewDecision;
    /** The act on the post. */
    actId: string;
    /** Null if the decision needs none. */
    reason: ReasonCode | null;
    /** For the owner; null once the owner's key has been destroyed. */
    note: string | null;
    /** The reports that are decided with it, and the acts on them. */
    reports: readonly { readonly reporterId: string; readonly actId: string }[];
  };
}

export const reviewEvents: Catalogue<ReviewEvents> = {
  ReviewClaimed: {
    version: 1,
    trail: {
      says: '{actor} took {postId} for a review until {until|time}.',
      about: { postId: 'post', adminId: 'admin' },
    },
  },
  ReviewReleased: {
    version: 1,
    trail: {
      says: '{actor} gave {postId} back to the review queue without a decision.',
      about: { postId: 'post', adminId: 'admin' },
    },
  },
  ReviewDecided: {
    version: 1,
    personal: { subject: 'ownerId', fields: ['note'] },
    trail: {
      says: '{actor} decided the review of {postId}: {decision|words}, with reports {reports.length} ({reason|reason?no reason}).',
      about: {
        postId: 'post',
        ownerId: 'person',
        adminId: 'admin',
        actId: 'act',
        'reports.actId': 'act',
        'postId+reports.reporterId': 'report',
        'reports.reporterId': 'person',
      },
      reason: 'reason',
    },
  },
};
