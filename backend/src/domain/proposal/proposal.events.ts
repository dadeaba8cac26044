import { type EventsOf, event } from '../../kernel/event.js';
import {
  type TypeOf,
  flag,
  id,
  named,
  nullable,
  number,
  object,
  oneOf,
  optional,
  personal,
  text,
  time,
} from '../../kernel/field.js';
import { AdminRole } from '../admin/admin-roles.events.js';
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
export type ProposalStatus = 'open' | 'confirmed' | 'withdrawn' | 'lapsed' | 'done' | 'failed';

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

/** A step after the first one. `reference` is the payment of a refund; missing for the other acts. */
const step = {
  proposalId: id,
  reference: optional(id),
};

const about = { proposalId: 'proposal', reference: 'payment' } as const;

/** Acts that need two people: one asks, another confirms. Each step is an event. */
export const proposalEvents = {
  /** An owner asked for the act; for a refund, also an admin of finance. */
  ActProposed: event(
    {
      ...ProposalFields.properties,
      proposalId: id,
    },
    '{actor} made {proposalId}: {act|words}, {isDelayed?to take effect at:to be confirmed by} {dueAt|time} (money: {refund.amount|money?none}, role: {role|words?unchanged}, reason: {reason|reason?none}).',
    {
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
    {
      version: 4,
      upcast: {
        1: (data) => ({ ...data, refund: null }),
        2: (data) => ({ ...data, email: null }),
        3: ({ refund, ...data }) => ({ ...data, refund: refund && { ...refund, begun: null } }),
      },
    },
  ),
  /** Owners joined or left: whether it is delayed was decided again. */
  ActRescheduled: event(
    {
      ...step,
      isDelayed: flag,
      dueAt: time,
    },
    '{actor} set a new date for {proposalId}, {isDelayed?to take effect at:to be confirmed by} {dueAt|time}.',
    about,
  ),
  /** Another owner confirmed it; null: it was delayed, and no owner withdrew it in time. It is carried out after this. */
  ActConfirmed: event(
    {
      ...step,
      by: nullable(id),
    },
    '{actor} confirmed {proposalId}{by?:, which no owner had withdrawn in time}.',
    { ...about, by: 'admin' },
  ),
  /** An owner withdrew it. */
  ActWithdrawn: event(
    {
      ...step,
      by: id,
    },
    '{actor} withdrew {proposalId} before it took effect.',
    { ...about, by: 'admin' },
  ),
  /** No other owner confirmed it in time. */
  ActLapsed: event(step, '{actor} let {proposalId} lapse, as no other owner confirmed it in time.', about),
  /** It was carried out. */
  ActCarriedOut: event(step, '{actor} put {proposalId} into effect.', about),
  /** A rule rejected it when it was carried out. */
  ActFailed: event(
    {
      ...step,
      problem: text,
    },
    '{actor} failed to put {proposalId} into effect, as a rule rejected it.',
    about,
  ),
};

export type ProposalEvents = EventsOf<typeof proposalEvents>;
