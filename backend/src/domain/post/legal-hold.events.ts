import type { Catalogue } from '../../kernel/event.js';
import type { ReasonCode } from '../moderation/reasons.js';

interface Escalation {
  postId: string;
  ownerId: string;
  actId: string;
  /** The admin. Their key encrypts the text: it is needed after the owner of the post was deleted. */
  adminId: string;
}

/** Illegal content under legal hold: only owners of the back office see it, and its files are kept. */
export interface LegalHoldEvents {
  /** An admin put the post under legal hold. */
  PostEscalated: Escalation & {
    reason: ReasonCode;
    /** For owners of the back office. */
    note: string | null;
  };
  /** An owner of the back office lifted the legal hold. */
  LegalHoldLifted: Escalation & {
    /** Whether all visitors see the post now. */
    isPublic: boolean;
    /** Why, for other admins. */
    because: string | null;
  };
}

export const legalHoldEvents: Catalogue<LegalHoldEvents> = {
  PostEscalated: {
    version: 1,
    personal: { subject: 'adminId', fields: ['note'] },
    trail: {
      says: '{actor} put {postId} under legal hold ({reason|reason}).',
      about: { postId: 'post', ownerId: 'person', actId: 'act', adminId: 'admin' },
      reason: 'reason',
    },
  },
  LegalHoldLifted: {
    version: 1,
    personal: { subject: 'adminId', fields: ['because'] },
    trail: {
      says: '{actor} lifted the legal hold of {postId}, which left it {isPublic?visible to all:hidden from visitors}.',
      about: { postId: 'post', ownerId: 'person', actId: 'act', adminId: 'admin' },
    },
  },
};
