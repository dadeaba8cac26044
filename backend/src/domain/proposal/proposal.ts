import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, flag, id, nullable, optional, text, time } from '../../kernel/field.js';
import type { AdminRoles } from '../admin/admin-roles-state.js';
import type { Person } from '../admin/person.js';
import { ProposalFields, type ProposalStatus } from './proposal-facts.js';
import { type Obstacle, isSubject, obstacleOf, rescheduled, scheduleOf } from './second-person.js';

/** An act that needs two people. */
export interface Proposal {
  readonly proposed: ProposalFields;
  /** ISO 8601. */
  readonly askedAt: string;
  readonly status: ProposalStatus;
  /** The owner who confirmed it; null before, and for one that was delayed. */
  readonly confirmedBy: string | null;
}

interface OfProposal {
  readonly proposalId: string;
}

/** What decides who may confirm it: the roles of all admins, and when (ISO 8601). */
interface Facts extends OfProposal {
  readonly roles: AdminRoles;
  readonly now: string;
}

interface Wish extends Facts, Omit<ProposalFields, 'dueAt' | 'isDelayed'> {}

/** In the name of the admin `by`. */
interface Confirmation extends Facts {
  readonly by: Person;
}

interface Closing extends OfProposal {
  /** Why a rule rejected it; null if none did. */
  readonly problem: string | null;
}

/** A step after the first one. `reference` is the payment of a refund; missing for the other acts. */
const step = { proposalId: id, reference: optional(id) };

const about = { proposalId: 'proposal', reference: 'payment' } as const;

/** The state before it is asked for. */
const none = (): Proposal | null => null;

/** Acts that need two people: one asks, another confirms. Each step is an event. */
export const Proposal = aggregate('proposal', {
  id: ({ proposalId }: OfProposal) => proposalId,
  initial: none(),
  events: {
    /** An owner asked for the act; for a refund, also an admin of finance. */
    ActProposed: event(
      { ...ProposalFields.properties, proposalId: id },
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
      { ...step, isDelayed: flag, dueAt: time },
      '{actor} set a new date for {proposalId}, {isDelayed?to take effect at:to be confirmed by} {dueAt|time}.',
      about,
    ),
    /** Another owner confirmed it; null: it was delayed, and no owner withdrew it in time. It is carried out after this. */
    ActConfirmed: event(
      { ...step, by: nullable(id) },
      '{actor} confirmed {proposalId}{by?:, which no owner had withdrawn in time}.',
      { ...about, by: 'admin' },
    ),
    /** An owner withdrew it. */
    ActWithdrawn: event({ ...step, by: id }, '{actor} withdrew {proposalId} before it took effect.', {
      ...about,
      by: 'admin',
    }),
    /** No other owner confirmed it in time. */
    ActLapsed: event(step, '{actor} let {proposalId} lapse, as no other owner confirmed it in time.', about),
    /** It was carried out. */
    ActCarriedOut: event(step, '{actor} put {proposalId} into effect.', about),
    /** A rule rejected it when it was carried out. */
    ActFailed: event(
      { ...step, problem: text },
      '{actor} failed to put {proposalId} into effect, as a rule rejected it.',
      about,
    ),
  },
}).rules({
  evolve: {
    ActProposed: (_, { proposalId: __, ...proposed }, askedAt) => ({
      proposed,
      askedAt,
      status: 'open',
      confirmedBy: null,
    }),
    ActRescheduled: (state, { isDelayed, dueAt }) =>
      state && { ...state, proposed: { ...state.proposed, isDelayed, dueAt } },
    ActConfirmed: (state, { by }) => state && { ...state, status: 'confirmed', confirmedBy: by },
    ActWithdrawn: become('withdrawn'),
    ActLapsed: become('lapsed'),
    ActCarriedOut: become('done'),
    ActFailed: become('failed'),
  },
  decide: {
    /** Ask for an act that needs two people. */
    ProposeAct: ({ roles, now, ...asked }: Wish, state) =>
      state ? [] : [{ type: 'ActProposed', data: { ...asked, ...scheduleOf(asked, roles, now) } }],

    /** Confirm it, in the name of the admin `by`. */
    ConfirmAct({ proposalId, by, roles, now }: Confirmation, state) {
      const { proposed, status, confirmedBy } = existing(state);
      const obstacle = obstacleOf(by, { ...proposed, proposalId }, roles, now);
      if (obstacle) throw new Rejected('forbidden', NOT_BY_YOU[obstacle]);
      // A retry, for example after the first answer was lost.
      if (confirmedBy === by.id && (status === 'confirmed' || status === 'done')) return [];
      requireOpen(status);
      if (now >= proposed.dueAt) throw new Rejected('conflict', OVER.lapsed);
      return [{ type: 'ActConfirmed', data: { ...stepOf(proposalId, proposed), by: by.id } }];
    },

    /** Withdraw it. Every owner may, but not the one whom it is about. */
    WithdrawAct({ proposalId, by, roles }: Omit<Confirmation, 'now'>, state) {
      const { proposed, status } = existing(state);
      if (isSubject(by, { ...proposed, proposalId }, roles)) {
        throw new Rejected('forbidden', 'This act is about you. Another owner has to withdraw it.');
      }
      if (status === 'withdrawn') return [];
      requireOpen(status);
      return [{ type: 'ActWithdrawn', data: { ...stepOf(proposalId, proposed), by: by.id } }];
    },

    /** Decide again whether it is delayed; once its time is over, a delayed one takes effect and any other lapses. */
    SettleAct({ proposalId, roles, now }: Facts, state) {
      const { proposed, askedAt, status } = existing(state);
      if (status !== 'open') return [];
      const schedule = rescheduled({ ...proposed, proposalId }, askedAt, roles, now);
      const isOver = now >= proposed.dueAt;
      const data = stepOf(proposalId, proposed);
      // One that has to be confirmed, and was not, lapses, no matter who is left.
      if (schedule && (schedule.isDelayed ? !isOver : now < schedule.dueAt)) {
        return [{ type: 'ActRescheduled', data: { ...data, ...schedule } }];
      }
      if (!isOver) return [];
      return proposed.isDelayed && !schedule
        ? [{ type: 'ActConfirmed', data: { ...data, by: null } }]
        : [{ type: 'ActLapsed', data }];
    },

    /** Record that it was carried out, or why a rule rejected it. */
    CloseAct({ proposalId, problem }: Closing, state) {
      const { proposed, status } = existing(state);
      if (status !== 'confirmed') return [];
      const data = stepOf(proposalId, proposed);
      return problem === null
        ? [{ type: 'ActCarriedOut', data }]
        : [{ type: 'ActFailed', data: { ...data, problem } }];
    },
  },
});

const OVER: Readonly<Record<Exclude<ProposalStatus, 'open'>, string>> = {
  confirmed: 'This act was confirmed already.',
  withdrawn: 'This act was withdrawn.',
  lapsed: 'No other owner confirmed this act in time.',
  done: 'This act was carried out already.',
  failed: 'This act could not be carried out.',
};

const NOT_BY_YOU: Readonly<Record<Obstacle, string>> = {
  asked: 'You asked for this act. Another owner has to confirm it.',
  subject: 'This act is about you. Another owner has to confirm it.',
  noOwner: 'Only owners confirm acts.',
  new: 'You have been an owner for less than 24 hours. Another owner has to confirm this act.',
};

function stepOf(proposalId: string, { refund }: ProposalFields): DataOf<typeof step> {
  return { proposalId, ...(refund && { reference: refund.reference }) };
}

function existing(state: Proposal | null): Proposal {
  if (!state) throw new Rejected('notFound', 'Proposal not found');
  return state;
}

function requireOpen(status: ProposalStatus): void {
  if (status !== 'open') throw new Rejected('conflict', OVER[status]);
}

function become(status: ProposalStatus) {
  return (state: Proposal | null) => state && { ...state, status };
}
