import type { AdminRole } from '../admin/admin-role.js';
import type { DomainEvents } from '../events.js';
import { written } from '../money.js';
import type { ProposedAct, ProposedRefund } from '../proposal/proposal-facts.js';
import { FINANCE, MONEY_MOVED, OWNERS } from './act.js';

/** What is true of every act of one kind that needs two people. */
interface ProposedRow {
  /** As admins read it. */
  readonly name: string;
  /** The act in a sentence, after “asked to”. */
  readonly asked: (subject: string) => string;
  /** What it is about: an admin's login or an account, whose id the proposal has, a payment, or an address. */
  readonly subject: 'admin' | 'account' | 'payment' | 'address';
  readonly event: keyof DomainEvents;
  /** Who may ask for it; only owners confirm. */
  readonly roles: readonly AdminRole[];
  /** Why it cannot be undone. */
  readonly why: string;
}

/** The acts that need two people, by their name in a proposal. They are carried out by `reactions/decisions/proposed-acts.ts`. */
export const PROPOSED: Readonly<Record<ProposedAct, ProposedRow>> = {
  deletePerson: {
    name: 'Delete a person',
    asked: (subject) => `delete the account ${subject} and everything that belongs to it`,
    subject: 'account',
    event: 'AccountDeleted',
    roles: OWNERS,
    why: 'What was erased cannot be restored.',
  },
  dismissOwner: {
    name: 'Dismiss an owner',
    asked: (subject) => `dismiss the owner ${subject}`,
    subject: 'admin',
    event: 'AdminDismissed',
    roles: OWNERS,
    why: 'Their sessions have ended. Owners can invite them again.',
  },
  changeOwnerRole: {
    name: 'Give an owner another role',
    asked: (subject) => `give the owner ${subject} another role`,
    subject: 'admin',
    event: 'AdminRoleChanged',
    roles: OWNERS,
    why: 'Owners can give them the role again.',
  },
  revokeOwner: {
    name: 'Revoke the rights of an owner',
    asked: (subject) => `revoke the admin rights of ${subject}, who is an owner`,
    subject: 'account',
    event: 'AdminDismissed',
    roles: OWNERS,
    why: 'Their sessions have ended. Owners can invite them again.',
  },
  unlinkAccount: {
    name: 'Unlink an account',
    asked: (subject) => `unlink the login ${subject} from the account of the same person`,
    subject: 'admin',
    event: 'AccountUnlinked',
    roles: OWNERS,
    why: 'The login is not linked to this account again.',
  },
  inviteOwner: {
    name: 'Invite an owner',
    asked: (subject) => `make the reader of ${subject} an owner`,
    subject: 'address',
    event: 'InvitationConfirmed',
    roles: OWNERS,
    why: 'Owners can dismiss them.',
  },
  makeOwner: {
    name: 'Make an admin an owner',
    asked: (subject) => `make the admin ${subject} an owner`,
    subject: 'admin',
    event: 'AdminRoleChanged',
    roles: OWNERS,
    why: 'Owners can give them another role.',
  },
  reinstateOwner: {
    name: 'Reinstate an owner',
    asked: (subject) => `reinstate ${subject}, who was dismissed as an owner`,
    subject: 'admin',
    event: 'AdminReinstated',
    roles: OWNERS,
    why: 'Owners can dismiss them again.',
  },
  refundPayment: {
    name: 'Refund a payment',
    asked: (subject) => `refund ${subject}`,
    subject: 'payment',
    event: 'RefundStarted',
    roles: FINANCE,
    why: MONEY_MOVED,
  },
};

/** A refund in words. */
export function refundInWords({ reference, amount }: ProposedRefund): string {
  return `${written(amount)} of the payment ${reference}`;
}
