import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import * as commands from './proposal.commands.js';
import type { Proposal, ProposalEvents, ProposalStatus } from './proposal.events.js';

/** An act that needs two people; null before it is asked for. */
export type ProposalState = { readonly proposed: Proposal; readonly status: ProposalStatus } | null;

type Decision = EventOf<ProposalEvents>[];

const OVER: Readonly<Record<Exclude<ProposalStatus, 'open'>, string>> = {
  confirmed: 'This act was confirmed already.',
  withdrawn: 'This act was withdrawn.',
  lapsed: 'No other owner confirmed this act in time.',
  done: 'This act was carried out already.',
  failed: 'This act could not be carried out.',
};

const proposeAct = (command: commands.ProposeAct['data'], state: ProposalState): Decision =>
  state ? [] : [{ type: 'ActProposed', data: command }];

const confirmAct = (
  { proposalId, by, accountIds, now }: commands.ConfirmAct['data'],
  state: ProposalState,
): Decision => {
  const { proposed, status } = existing(state);
  if (by === proposed.by) {
    throw new Rejected('forbidden', 'You asked for this act. Another owner has to confirm it.');
  }
  const { subjectId, refund } = proposed;
  if ([by, ...accountIds].some((id) => id === subjectId || id === refund?.userId)) {
    throw new Rejected('forbidden', 'This act is about you. Another owner has to confirm it.');
  }
  if (status === 'confirmed' || status === 'done') return [];
  requireOpen(status);
  if (now >= proposed.dueAt) throw new Rejected('conflict', OVER.lapsed);
  return [{ type: 'ActConfirmed', data: { proposalId, by } }];
};

const withdrawAct = (command: commands.WithdrawAct['data'], state: ProposalState): Decision => {
  const { status } = existing(state);
  if (status === 'withdrawn') return [];
  requireOpen(status);
  return [{ type: 'ActWithdrawn', data: command }];
};

const settleAct = ({ proposalId, now }: commands.SettleAct['data'], state: ProposalState): Decision => {
  const { proposed, status } = existing(state);
  if (status !== 'open' || now < proposed.dueAt) return [];
  return proposed.isDelayed
    ? [{ type: 'ActConfirmed', data: { proposalId, by: null } }]
    : [{ type: 'ActLapsed', data: { proposalId } }];
};

const closeAct = ({ proposalId, problem }: commands.CloseAct['data'], state: ProposalState): Decision => {
  if (existing(state).status !== 'confirmed') return [];
  return problem === null
    ? [{ type: 'ActCarriedOut', data: { proposalId } }]
    : [{ type: 'ActFailed', data: { proposalId, problem } }];
};

function existing(state: ProposalState): NonNullable<ProposalState> {
  if (!state) throw new Rejected('notFound', 'Proposal not found');
  return state;
}

function requireOpen(status: ProposalStatus): void {
  if (status !== 'open') throw new Rejected('conflict', OVER[status]);
}

const become = (status: ProposalStatus) => (state: ProposalState) => state && { ...state, status };

export const proposal: Aggregate<ProposalState, ProposalEvents, typeof commands> = {
  category: 'proposal',
  id: ({ proposalId }) => proposalId,
  initial: null,
  commands,
  decide: {
    ProposeAct: proposeAct,
    ConfirmAct: confirmAct,
    WithdrawAct: withdrawAct,
    SettleAct: settleAct,
    CloseAct: closeAct,
  },
  evolve: {
    ActProposed: (_, { proposalId: __, ...proposed }) => ({ proposed, status: 'open' }),
    ActConfirmed: become('confirmed'),
    ActWithdrawn: become('withdrawn'),
    ActLapsed: become('lapsed'),
    ActCarriedOut: become('done'),
    ActFailed: become('failed'),
  },
};
