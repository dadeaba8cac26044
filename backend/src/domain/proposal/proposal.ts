import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import type * as commands from './proposal.commands.js';
import { type ProposalFields, proposalEvents, type ProposalStatus } from './proposal.events.js';
import { type Obstacle, isSubject, obstacleOf, rescheduled, scheduleOf } from './second-person.js';

/** An act that needs two people; null before it is asked for. */
export type ProposalState = {
  readonly proposed: ProposalFields;
  /** ISO 8601. */
  readonly askedAt: string;
  readonly status: ProposalStatus;
  /** The owner who confirmed it; null before, and for one that was delayed. */
  readonly confirmedBy: string | null;
} | null;

type Decision = EventOf<typeof proposalEvents>[];

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

const proposeAct = ({ roles, now, ...asked }: commands.ProposeAct, state: ProposalState): Decision =>
  state ? [] : [{ type: 'ActProposed', data: { ...asked, ...scheduleOf(asked, roles, now) } }];

const confirmAct = ({ proposalId, by, roles, now }: commands.ConfirmAct, state: ProposalState): Decision => {
  const { proposed, status, confirmedBy } = existing(state);
  const obstacle = obstacleOf(by, { ...proposed, proposalId }, roles, now);
  if (obstacle) throw new Rejected('forbidden', NOT_BY_YOU[obstacle]);
  // A retry, for example after the first answer was lost.
  if (confirmedBy === by.id && (status === 'confirmed' || status === 'done')) return [];
  requireOpen(status);
  if (now >= proposed.dueAt) throw new Rejected('conflict', OVER.lapsed);
  return [{ type: 'ActConfirmed', data: { ...stepOf(proposalId, proposed), by: by.id } }];
};

const withdrawAct = ({ proposalId, by, roles }: commands.WithdrawAct, state: ProposalState): Decision => {
  const { proposed, status } = existing(state);
  if (isSubject(by, { ...proposed, proposalId }, roles)) {
    throw new Rejected('forbidden', 'This act is about you. Another owner has to withdraw it.');
  }
  if (status === 'withdrawn') return [];
  requireOpen(status);
  return [{ type: 'ActWithdrawn', data: { ...stepOf(proposalId, proposed), by: by.id } }];
};

const settleAct = ({ proposalId, roles, now }: commands.SettleAct, state: ProposalState): Decision => {
  const { proposed, askedAt, status } = existing(state);
  if (status !== 'open') return [];
  const schedule = rescheduled({ ...proposed, proposalId }, askedAt, roles, now);
  const isOver = now >= proposed.dueAt;
  const step = stepOf(proposalId, proposed);
  // One that has to be confirmed, and was not, lapses, no matter who is left.
  if (schedule && (schedule.isDelayed ? !isOver : now < schedule.dueAt)) {
    return [{ type: 'ActRescheduled', data: { ...step, ...schedule } }];
  }
  if (!isOver) return [];
  return proposed.isDelayed && !schedule
    ? [{ type: 'ActConfirmed', data: { ...step, by: null } }]
    : [{ type: 'ActLapsed', data: step }];
};

const closeAct = ({ proposalId, problem }: commands.CloseAct, state: ProposalState): Decision => {
  const { proposed, status } = existing(state);
  if (status !== 'confirmed') return [];
  const step = stepOf(proposalId, proposed);
  return problem === null
    ? [{ type: 'ActCarriedOut', data: step }]
    : [{ type: 'ActFailed', data: { ...step, problem } }];
};

function stepOf(proposalId: string, { refund }: ProposalFields): { proposalId: string; reference?: string } {
  return { proposalId, ...(refund && { reference: refund.reference }) };
}

function existing(state: ProposalState): NonNullable<ProposalState> {
  if (!state) throw new Rejected('notFound', 'Proposal not found');
  return state;
}

function requireOpen(status: ProposalStatus): void {
  if (status !== 'open') throw new Rejected('conflict', OVER[status]);
}

const become = (status: ProposalStatus) => (state: ProposalState) => state && { ...state, status };

type Key =
  commands.ProposeAct | commands.ConfirmAct | commands.WithdrawAct | commands.SettleAct | commands.CloseAct;

const unknown = (): ProposalState => null;

export const Proposal = aggregate('proposal', {
  id: ({ proposalId }: Key) => proposalId,
  initial: unknown(),
  events: proposalEvents,
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
    ProposeAct: proposeAct,
    ConfirmAct: confirmAct,
    WithdrawAct: withdrawAct,
    SettleAct: settleAct,
    CloseAct: closeAct,
  },
});
