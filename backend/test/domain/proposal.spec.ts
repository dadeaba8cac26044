import {
  CloseAct,
  ConfirmAct,
  ProposeAct,
  SettleAct,
  WithdrawAct,
} from '../../src/domain/proposal/proposal.commands.js';
import { proposal } from '../../src/domain/proposal/proposal.js';
import { given } from '../support/given.js';

const NOON = '2026-11-21T12:00:00.000Z';
const TOMORROW = '2026-11-22T12:00:00.000Z';
const proposalId = 'r1';

const data = {
  proposalId,
  act: 'deletePerson' as const,
  subjectId: 'ann',
  role: null,
  refund: null,
  by: 'olga',
  reason: 'abuse' as const,
  note: 'Again.',
  dueAt: TOMORROW,
  isDelayed: false,
};
const proposed = { type: 'ActProposed', data } as const;
const delayed = { type: 'ActProposed', data: { ...data, isDelayed: true } } as const;
const confirmedBy = (by: string | null) => ({ type: 'ActConfirmed', data: { proposalId, by } }) as const;
const withdrawn = { type: 'ActWithdrawn', data: { proposalId, by: 'olga' } } as const;
const lapsed = { type: 'ActLapsed', data: { proposalId } } as const;
const carriedOut = { type: 'ActCarriedOut', data: { proposalId } } as const;
const failed = { type: 'ActFailed', data: { proposalId, problem: 'User not found' } } as const;

const confirm = (by = 'otto', { accountIds = [] as string[], now = NOON } = {}) =>
  new ConfirmAct({ proposalId, by, accountIds, now });
const withdraw = new WithdrawAct({ proposalId, by: 'olga' });
const settle = (now: string) => new SettleAct({ proposalId, now });
const close = (problem: string | null = null) => new CloseAct({ proposalId, problem });

describe('asking for an act that needs two people', () => {
  it('records it', () => given(proposal).when(new ProposeAct(data)).then(proposed));
  it('does nothing when repeated', () => given(proposal, proposed).when(new ProposeAct(data)).thenNothing());
});

describe('confirming it', () => {
  it('is for another owner', () => given(proposal, proposed).when(confirm()).then(confirmedBy('otto')));
  it('is rejected for the one who asked', () =>
    given(proposal, proposed)
      .when(confirm('olga'))
      .thenRejected('You asked for this act. Another owner has to confirm it.', 'forbidden'));
  it('is rejected for the one who asked also after another has confirmed', () =>
    given(proposal, proposed, confirmedBy('otto'))
      .when(confirm('olga'))
      .thenRejected('You asked for this act. Another owner has to confirm it.', 'forbidden'));
  it.each([
    ['the admin', confirm('ann')],
    ['the account', confirm('otto', { accountIds: ['ann'] })],
  ])('is rejected for %s whom it concerns', (_, command) =>
    given(proposal, proposed)
      .when(command)
      .thenRejected('This act is about you. Another owner has to confirm it.', 'forbidden'),
  );
  it('does nothing when repeated, by any owner', () => {
    given(proposal, proposed, confirmedBy('otto')).when(confirm('oskar')).thenNothing();
    given(proposal, proposed, confirmedBy('otto'), carriedOut).when(confirm()).thenNothing();
  });
  it('is rejected after a day', () =>
    given(proposal, proposed)
      .when(confirm('otto', { now: TOMORROW }))
      .thenRejected('No other owner confirmed this act in time.', 'conflict'));
  it.each([
    [withdrawn, 'This act was withdrawn.'],
    [lapsed, 'No other owner confirmed this act in time.'],
  ])('is rejected once it is over: %j', (event, message) =>
    given(proposal, proposed, event).when(confirm()).thenRejected(message, 'conflict'),
  );
  it('is possible before a delayed one takes effect', () =>
    given(proposal, delayed).when(confirm()).then(confirmedBy('otto')));
  it('is rejected for an unknown one', () =>
    given(proposal).when(confirm()).thenRejected('Proposal not found', 'notFound'));
});

describe('a refund that an owner is asked for', () => {
  const refund = { reference: 'r1', amount: { amount: 6000, currency: 'usd' }, userId: 'ann' };
  const asked = {
    type: 'ActProposed',
    data: { ...data, act: 'refundPayment', subjectId: 'fiona', by: 'fiona', reason: null, refund },
  } as const;

  it('is confirmed by an owner', () => given(proposal, asked).when(confirm()).then(confirmedBy('otto')));
  it('is not confirmed by the one who asked', () =>
    given(proposal, asked)
      .when(confirm('fiona'))
      .thenRejected('You asked for this act. Another owner has to confirm it.', 'forbidden'));
  it('is not confirmed by the buyer', () =>
    given(proposal, asked)
      .when(confirm('otto', { accountIds: ['ann'] }))
      .thenRejected('This act is about you. Another owner has to confirm it.', 'forbidden'));
  it('of a visitor is confirmed by an owner without an account', () => {
    const donation = { ...asked, data: { ...asked.data, refund: { ...refund, userId: null } } };
    given(proposal, donation).when(confirm()).then(confirmedBy('otto'));
  });
});

describe('withdrawing it', () => {
  it('ends it', () => given(proposal, delayed).when(withdraw).then(withdrawn));
  it('does nothing when repeated', () => given(proposal, proposed, withdrawn).when(withdraw).thenNothing());
  it('is rejected once it was confirmed', () =>
    given(proposal, proposed, confirmedBy('otto'))
      .when(withdraw)
      .thenRejected('This act was confirmed already.', 'conflict'));
});

describe('the end of its day', () => {
  it('lets it lapse', () => given(proposal, proposed).when(settle(TOMORROW)).then(lapsed));
  it('lets a delayed one take effect', () =>
    given(proposal, delayed).when(settle(TOMORROW)).then(confirmedBy(null)));
  it('has not come before', () =>
    given(proposal, delayed).when(settle('2026-11-22T11:59:59.999Z')).thenNothing());
  it.each([[withdrawn], [lapsed], [confirmedBy('otto')]])('changes nothing after %j', (event) =>
    given(proposal, delayed, event).when(settle(TOMORROW)).thenNothing(),
  );
});

describe('carrying it out', () => {
  it('is recorded', () => given(proposal, proposed, confirmedBy('otto')).when(close()).then(carriedOut));
  it('is recorded with what a rule rejected', () =>
    given(proposal, proposed, confirmedBy('otto')).when(close('User not found')).then(failed));
  it.each([[carriedOut], [failed]])('is recorded once: %j', (event) =>
    given(proposal, proposed, confirmedBy('otto'), event).when(close()).thenNothing(),
  );
  it('is not recorded before it was confirmed', () => given(proposal, proposed).when(close()).thenNothing());
});
