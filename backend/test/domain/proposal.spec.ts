import { Proposal } from '../../src/domain/proposal/proposal.js';
import { given } from '../support/given.js';
import { rolesOf } from '../support/roles.js';
import { personOf } from '../../src/domain/admin/person.js';

const NOON = '2026-11-21T12:00:00.000Z';
const TOMORROW = '2026-11-22T12:00:00.000Z';
const IN_A_WEEK = '2026-11-28T12:00:00.000Z';
const proposalId = 'r1';
const roles = rolesOf({ olga: 'owner', otto: 'owner', oskar: 'owner' });

const data = {
  proposalId,
  act: 'deletePerson' as const,
  subjectId: 'ann',
  role: null,
  refund: null,
  email: null,
  by: 'olga',
  reason: 'abuse' as const,
  note: 'Again.',
};
const proposed = {
  type: 'ActProposed',
  at: NOON,
  data: { ...data, dueAt: IN_A_WEEK, isDelayed: false },
} as const;
const delayed = {
  type: 'ActProposed',
  at: NOON,
  data: { ...data, dueAt: TOMORROW, isDelayed: true },
} as const;
const confirmedBy = (by: string | null) => ({ type: 'ActConfirmed', data: { proposalId, by } }) as const;
const withdrawn = { type: 'ActWithdrawn', data: { proposalId, by: 'olga' } } as const;
const lapsed = { type: 'ActLapsed', data: { proposalId } } as const;
const carriedOut = { type: 'ActCarriedOut', data: { proposalId } } as const;
const failed = { type: 'ActFailed', data: { proposalId, problem: 'User not found' } } as const;

const confirm = (by = 'otto', { of = roles, now = NOON } = {}) =>
  Proposal.ConfirmAct({ proposalId, by: personOf(by, of), roles: of, now });
const withdraw = Proposal.WithdrawAct({ proposalId, by: personOf('olga', roles), roles });
const alone = rolesOf({ olga: 'owner' });
const settle = (now: string, of = roles) => Proposal.SettleAct({ proposalId, roles: of, now });
const close = (problem: string | null = null) => Proposal.CloseAct({ proposalId, problem });

describe('asking for an act that needs two people', () => {
  const propose = Proposal.ProposeAct({ ...data, roles, now: NOON });

  it('leaves a week to confirm it', () =>
    given(Proposal)
      .when(propose)
      .then({ type: 'ActProposed', data: { ...data, dueAt: IN_A_WEEK, isDelayed: false } }));
  it('delays it by a day where nobody may confirm it', () =>
    given(Proposal)
      .when(Proposal.ProposeAct({ ...data, roles: alone, now: NOON }))
      .then({ type: 'ActProposed', data: { ...data, dueAt: TOMORROW, isDelayed: true } }));
  it('does nothing when repeated', () => given(Proposal, proposed).when(propose).thenNothing());
});

describe('confirming it', () => {
  it('is for another owner', () => given(Proposal, proposed).when(confirm()).then(confirmedBy('otto')));
  it('is rejected for the one who asked', () =>
    given(Proposal, proposed)
      .when(confirm('olga'))
      .thenRejected('You asked for this act. Another owner has to confirm it.', 'forbidden'));
  it('is rejected for the one who asked also after another has confirmed', () =>
    given(Proposal, proposed, confirmedBy('otto'))
      .when(confirm('olga'))
      .thenRejected('You asked for this act. Another owner has to confirm it.', 'forbidden'));
  it.each([
    ['the admin', confirm('ann')],
    [
      'the account',
      confirm('otto', { of: rolesOf({ olga: 'owner', otto: { role: 'owner', accountIds: ['ann'] } }) }),
    ],
  ])('is rejected for %s whom it concerns', (_, command) =>
    given(Proposal, proposed)
      .when(command)
      .thenRejected('This act is about you. Another owner has to confirm it.', 'forbidden'),
  );
  it('does nothing when its owner repeats it', () => {
    given(Proposal, proposed, confirmedBy('otto')).when(confirm()).thenNothing();
    given(Proposal, proposed, confirmedBy('otto'), carriedOut).when(confirm()).thenNothing();
  });
  it.each([
    [[confirmedBy('otto')], 'This act was confirmed already.'],
    [[confirmedBy('otto'), carriedOut], 'This act was carried out already.'],
    [[confirmedBy(null), carriedOut], 'This act was carried out already.'],
  ])('is rejected for another owner after %j', (events, message) =>
    given(Proposal, proposed, ...events)
      .when(confirm('oskar'))
      .thenRejected(message, 'conflict'),
  );
  it('is rejected after a week', () =>
    given(Proposal, proposed)
      .when(confirm('otto', { now: IN_A_WEEK }))
      .thenRejected('No other owner confirmed this act in time.', 'conflict'));
  it.each([
    [withdrawn, 'This act was withdrawn.'],
    [lapsed, 'No other owner confirmed this act in time.'],
  ])('is rejected once it is over: %j', (event, message) =>
    given(Proposal, proposed, event).when(confirm()).thenRejected(message, 'conflict'),
  );
  it('is possible before a delayed one takes effect', () =>
    given(Proposal, delayed).when(confirm()).then(confirmedBy('otto')));
  it('is rejected for an unknown one', () =>
    given(Proposal).when(confirm()).thenRejected('Proposal not found', 'notFound'));
});

describe('a refund that an owner is asked for', () => {
  const refund = { reference: 'p1', amount: { amount: 6000, currency: 'usd' }, userId: 'ann', begun: 0 };
  const asked = {
    type: 'ActProposed',
    data: { ...proposed.data, act: 'refundPayment', subjectId: 'fiona', by: 'fiona', reason: null, refund },
  } as const;

  const ofPayment = <Step extends { readonly data: object }>(step: Step) => ({
    ...step,
    data: { ...step.data, reference: 'p1' },
  });
  const confirmedOfPayment = ofPayment(confirmedBy('otto'));

  it('is confirmed by an owner', () => given(Proposal, asked).when(confirm()).then(confirmedOfPayment));
  it('names its payment in each step', () => {
    given(Proposal, asked).when(withdraw).then(ofPayment(withdrawn));
    given(Proposal, asked).when(settle(IN_A_WEEK)).then(ofPayment(lapsed));
    given(Proposal, asked, confirmedOfPayment).when(close()).then(ofPayment(carriedOut));
    given(Proposal, asked, confirmedOfPayment).when(close('User not found')).then(ofPayment(failed));
    const delayedRefund = { ...asked, data: { ...asked.data, dueAt: TOMORROW, isDelayed: true } };
    const nobody = rolesOf({ fiona: 'finance' });
    given(Proposal, delayedRefund)
      .when(settle(TOMORROW, nobody))
      .then(ofPayment(confirmedBy(null)));
    const later = { type: 'ActRescheduled', data: { proposalId, isDelayed: true, dueAt: TOMORROW } } as const;
    given(Proposal, asked).when(settle(NOON, nobody)).then(ofPayment(later));
  });
  it('is not confirmed by the one who asked', () =>
    given(Proposal, asked)
      .when(confirm('fiona', { of: rolesOf({ fiona: 'finance' }) }))
      .thenRejected('You asked for this act. Another owner has to confirm it.', 'forbidden'));
  it('is not confirmed by the buyer', () =>
    given(Proposal, asked)
      .when(confirm('otto', { of: rolesOf({ otto: { role: 'owner', accountIds: ['ann'] } }) }))
      .thenRejected('This act is about you. Another owner has to confirm it.', 'forbidden'));
  it('of a visitor is confirmed by an owner without an account', () => {
    const donation = { ...asked, data: { ...asked.data, refund: { ...refund, userId: null } } };
    given(Proposal, donation).when(confirm()).then(confirmedOfPayment);
  });
});

describe('withdrawing it', () => {
  it('ends it', () => given(Proposal, delayed).when(withdraw).then(withdrawn));
  it('does nothing when repeated', () => given(Proposal, proposed, withdrawn).when(withdraw).thenNothing());
  it.each([
    ['the owner', 'otto', roles, 'otto'],
    ['the account', 'otto', rolesOf({ otto: { role: 'owner', accountIds: ['ann'] } }), 'ann'],
  ] as const)('is rejected for %s whom it is about', (_, by, of, subjectId) =>
    given(Proposal, { ...delayed, data: { ...delayed.data, subjectId } })
      .when(Proposal.WithdrawAct({ proposalId, by: personOf(by, of), roles: of }))
      .thenRejected('This act is about you. Another owner has to withdraw it.', 'forbidden'),
  );
  it('is rejected once it was confirmed', () =>
    given(Proposal, proposed, confirmedBy('otto'))
      .when(withdraw)
      .thenRejected('This act was confirmed already.', 'conflict'));
});

describe('the end of its time', () => {
  it('lets it lapse', () => {
    given(Proposal, proposed).when(settle(IN_A_WEEK)).then(lapsed);
    given(Proposal, proposed).when(settle(IN_A_WEEK, alone)).then(lapsed);
  });
  it('lets a delayed one take effect', () =>
    given(Proposal, delayed).when(settle(TOMORROW, alone)).then(confirmedBy(null)));
  it('has not come before', () => {
    given(Proposal, delayed).when(settle('2026-11-22T11:59:59.999Z', alone)).thenNothing();
    given(Proposal, proposed).when(settle('2026-11-28T11:59:59.999Z')).thenNothing();
  });
  it.each([[withdrawn], [lapsed], [confirmedBy('otto')]])('changes nothing after %j', (event) =>
    given(Proposal, delayed, event).when(settle(TOMORROW, alone)).thenNothing(),
  );
});

describe('a change of owners', () => {
  const rescheduled = (isDelayed: boolean, dueAt: string) =>
    ({ type: 'ActRescheduled', data: { proposalId, isDelayed, dueAt } }) as const;
  const EVENING = '2026-11-21T20:00:00.000Z';
  const withOtto = (since: string) => rolesOf({ olga: 'owner', otto: { role: 'owner', ownerSince: since } });

  it('ends the delay when an owner joins, even at its last moment', () => {
    given(Proposal, delayed)
      .when(settle(EVENING, withOtto('2026-11-21T19:00:00.000Z')))
      .then(rescheduled(false, IN_A_WEEK));
    given(Proposal, delayed)
      .when(settle(TOMORROW, withOtto(TOMORROW)))
      .then(rescheduled(false, IN_A_WEEK));
  });
  it('ends the delay when a new owner has been one for a day', () => {
    const otto = withOtto('2026-11-21T00:00:00.000Z');
    given(Proposal, delayed).when(settle('2026-11-21T23:59:59.999Z', otto)).thenNothing();
    given(Proposal, delayed)
      .when(settle('2026-11-22T00:00:00.000Z', otto))
      .then(rescheduled(false, IN_A_WEEK));
  });
  it('starts a delay again when the last one who could confirm it has left', () => {
    const later = '2026-11-25T20:00:00.000Z';
    given(Proposal, proposed).when(settle(later, alone)).then(rescheduled(true, '2026-11-26T20:00:00.000Z'));
    given(Proposal, delayed, rescheduled(false, IN_A_WEEK))
      .when(settle(later, alone))
      .then(rescheduled(true, '2026-11-26T20:00:00.000Z'));
  });
  it('counts from the new time', () => {
    const later = rescheduled(true, '2026-11-23T20:00:00.000Z');
    given(Proposal, proposed, later).when(settle('2026-11-23T19:59:59.999Z', alone)).thenNothing();
    given(Proposal, proposed, later).when(settle('2026-11-23T20:00:00.000Z', alone)).then(confirmedBy(null));
  });
  it('does not prolong the week', () => {
    const late = rescheduled(true, '2026-11-29T12:00:00.000Z');
    given(Proposal, proposed, late).when(settle('2026-11-29T12:00:00.000Z')).then(lapsed);
  });
});

describe('carrying it out', () => {
  it('is recorded', () => given(Proposal, proposed, confirmedBy('otto')).when(close()).then(carriedOut));
  it('is recorded with what a rule rejected', () =>
    given(Proposal, proposed, confirmedBy('otto')).when(close('User not found')).then(failed));
  it.each([[carriedOut], [failed]])('is recorded once: %j', (event) =>
    given(Proposal, proposed, confirmedBy('otto'), event).when(close()).thenNothing(),
  );
  it('is not recorded before it was confirmed', () => given(Proposal, proposed).when(close()).thenNothing());
});
