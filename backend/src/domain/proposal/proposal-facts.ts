import {
  type TypeOf,
  flag,
  id,
  named,
  nullable,
  number,
  object,
  oneOf,
  personal,
  text,
  time,
} from '../../kernel/field.js';
import { AdminRole } from '../admin/admin-role.js';
import { ReasonCode } from '../moderation/reasons.js';
import { Money } from '../money.js';

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
export const ProposedAct = named('ProposedAct', oneOf(...PROPOSED_ACTS));
export type ProposedAct = TypeOf<typeof ProposedAct>;

/** Where an act that needs two people stands. */
export const ProposalStatus = oneOf('open', 'confirmed', 'withdrawn', 'lapsed', 'done', 'failed');
export type ProposalStatus = TypeOf<typeof ProposalStatus>;

export const ProposedRefund = named(
  'ProposedRefund',
  object({
    reference: id,
    amount: Money,
    /** The buyer, who cannot confirm it; null without an account. */
    userId: nullable(id),
    /** How many refunds of the payment had been started before; null for one that an earlier version asked for. */
    begun: nullable(number),
  }),
);
export type ProposedRefund = TypeOf<typeof ProposedRefund>;

/** An act that waits for a second person. */
export const ProposalFields = named(
  'Proposal',
  object({
    act: ProposedAct,
    /**
     * Whom it concerns: the admin, or the account for `deletePerson` and `revokeOwner`. For `refundPayment` and `inviteOwner`
     * the admin who asked: what is personal is encrypted with the key of this person, and these are about nobody with a key.
     */
    subjectId: id,
    /** The new role of an admin; null for the acts that change none. */
    role: nullable(AdminRole),
    /** What is refunded; null for the other acts. */
    refund: nullable(ProposedRefund),
    /** The address that an owner is invited at; null for the other acts. The id of the proposal is that of the invitation. */
    email: personal('subjectId', text),
    /** The admin who asked. */
    by: id,
    reason: nullable(ReasonCode),
    /** In the words of the admin who asked; null once the key of the person concerned has been destroyed. */
    note: personal('subjectId', text),
    /** ISO 8601: until when another owner may confirm, or when it takes effect if it is delayed. */
    dueAt: time,
    /** Whether it takes effect at `dueAt` unless it is withdrawn, because no other owner may confirm it. */
    isDelayed: flag,
  }),
);
export type ProposalFields = TypeOf<typeof ProposalFields>;
