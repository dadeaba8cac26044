import type { Catalogue } from '../../kernel/event.js';
import type { AdminRole } from '../admin/admin-roles.events.js';
import type { ReasonCode } from '../moderation/reasons.js';
import type { Money } from '../money.js';

/** The acts that need two people. */
export const PROPOSED_ACTS = [
  'deletePerson',
  'dismissOwner',
  'changeOwnerRole',
  'revokeOwner',
  'unlinkAccount',
  'refundPayment',
  'inviteOwner',
  'makeOwner',
  'reinstateOwner',
] as const;
export type ProposedAct = (typeof PROPOSED_ACTS)[number];

/** Where an act that needs two people stands. */
export type ProposalStatus = 'open' | 'confirmed' | 'withdrawn' | 'lapsed' | 'done' | 'failed';

export interface ProposedRefund {
  readonly reference: string;
  readonly amount: Money;
  /** The buyer, who cannot confirm it; null without an account. */
  readonly userId: string | null;
  /** How many refunds of the payment had been started before; null for one that an earlier version asked for. */
  readonly begun: number | null;
}

/** An act that waits for a second person. */
export interface Proposal {
  readonly act: ProposedAct;
  /**
   * Whom it concerns: the admin, or the account for `deletePerson` and `revokeOwner`. For `refundPayment` and `inviteOwner`
   * the admin who asked: what is personal is encrypted with the key of this person, and these are about nobody with a key.
   */
  readonly subjectId: string;
  /** The new role of an admin; null for the acts that change none. */
  readonly role: AdminRole | null;
  /** What is refunded; null for the other acts. */
  readonly refund: ProposedRefund | null;
  /** The address that an owner is invited at; null for the other acts. The id of the proposal is that of the invitation. */
  readonly email: string | null;
  /** The admin who asked. */
  readonly by: string;
  readonly reason: ReasonCode | null;
  /** In the words of the admin who asked; null once the key of the person concerned has been destroyed. */
  readonly note: string | null;
  /** ISO 8601: until when another owner may confirm, or when it takes effect if it is delayed. */
  readonly dueAt: string;
  /** Whether it takes effect at `dueAt` unless it is withdrawn, because no other owner may confirm it. */
  readonly isDelayed: boolean;
}

/** A step after the first one. `reference` is the payment of a refund; missing for the other acts. */
interface Step {
  proposalId: string;
  reference?: string;
}

/** Acts that need two people: one asks, another confirms. Each step is an event. */
export interface ProposalEvents {
  /** An owner asked for the act; for a refund, also an admin of finance. */
  ActProposed: Proposal & { proposalId: string };
  /** Owners joined or left: whether it is delayed was decided again. */
  ActRescheduled: Step & { isDelayed: boolean; dueAt: string };
  /** Another owner confirmed it; null: it was delayed, and no owner withdrew it in time. It is carried out after this. */
  ActConfirmed: Step & { by: string | null };
  /** An owner withdrew it. */
  ActWithdrawn: Step & { by: string };
  /** No other owner confirmed it in time. */
  ActLapsed: Step;
  /** It was carried out. */
  ActCarriedOut: Step;
  /** A rule rejected it when it was carried out. */
  ActFailed: Step & { problem: string };
}

const about = { proposalId: 'proposal', reference: 'payment' } as const;

export const proposalEvents: Catalogue<ProposalEvents> = {
  ActProposed: {
    version: 4,
    personal: { subject: 'subjectId', fields: ['note', 'email'] },
    upcast: {
      1: (data) => ({ ...data, refund: null }),
      2: (data) => ({ ...data, email: null }),
      3: ({ refund, ...data }) => ({ ...data, refund: refund && { ...refund, begun: null } }),
    },
    trail: {
      says: '{actor} made {proposalId}: {act|words} ({refund.amount|money?no money}, role {role|words?unchanged}, {reason|reason?no reason}), {isDelayed?to take effect at:to be confirmed by} {dueAt|time}.',
      about: {
        proposalId: 'proposal',
        subjectId: {
          by: 'act',
          kinds: {
            deletePerson: 'person',
            revokeOwner: 'person',
            dismissOwner: 'admin',
            changeOwnerRole: 'admin',
            unlinkAccount: 'admin',
            refundPayment: 'admin',
            inviteOwner: 'admin',
            makeOwner: 'admin',
            reinstateOwner: 'admin',
          },
        },
        'refund.reference': 'payment',
        'refund.userId': 'person',
        by: 'admin',
      },
      reason: 'reason',
    },
  },
  ActRescheduled: {
    version: 1,
    trail: {
      says: '{actor} set a new date for {proposalId}, {isDelayed?to take effect at:to be confirmed by} {dueAt|time}.',
      about,
    },
  },
  ActConfirmed: {
    version: 1,
    trail: {
      says: '{actor} confirmed {proposalId}{by?:, which no owner had withdrawn in time}.',
      about: { ...about, by: 'admin' },
    },
  },
  ActWithdrawn: {
    version: 1,
    trail: {
      says: '{actor} withdrew {proposalId} before it took effect.',
      about: { ...about, by: 'admin' },
    },
  },
  ActLapsed: {
    version: 1,
    trail: {
      says: '{actor} let {proposalId} lapse, as no other owner confirmed it in time.',
      about,
    },
  },
  ActCarriedOut: {
    version: 1,
    trail: { says: '{actor} put {proposalId} into effect.', about },
  },
  ActFailed: {
    version: 1,
    trail: {
      says: '{actor} failed to put {proposalId} into effect, as a rule rejected it.',
      about,
    },
  },
};
