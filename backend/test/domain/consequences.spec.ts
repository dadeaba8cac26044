import fc from 'fast-check';
import { consequencesOf, stepsTo } from '../../src/domain/payment/consequences.js';
import { type StartedPayment, refundedOf } from '../../src/domain/payment/payment-state.js';
import { Payment } from '../../src/domain/payment/payment.js';
import { decide, evolveAll } from '../../src/kernel/aggregate.js';
import {
  AT,
  DAY,
  type Happening,
  confirmed,
  dispute,
  disputed,
  facts,
  observe,
  observeRefund,
  reference,
  refundBegun,
  refunded,
  start,
  started,
} from '../support/payment-story.js';

describe('what a payment means for its boost and its buyer', () => {
  const stateOf = (...history: readonly Happening[]) =>
    evolveAll(
      Payment as never,
      Payment.initial,
      history.map((event) => ({ ...event, metadata: { at: AT } })),
    ) as StartedPayment;
  const asked: Happening = { type: 'RefundRequested', data: { ...facts, requestId: 'q1' } };
  const decided = (boost: 'kept' | 'revoked'): Happening => ({
    type: 'DisputeResolved',
    data: { ...facts, actId: 'a1', disputeId: 'd1', boost, note: '' },
  });
  const nothing = { isGranted: true, holds: [], revoked: null, suspensions: [] };
  const held = { ...nothing, holds: [{ kind: 'dispute', id: 'd1' }], suspensions: ['d1'] };

  it.each<[string, Happening[], object]>([
    ['paid', [confirmed], nothing],
    ['not paid', [], { ...nothing, isGranted: false }],
    ['refunded in part', [confirmed, refunded(198, 'succeeded', 198)], nothing],
    ['refunded', [confirmed, refunded(199, 'pending', 199)], { ...nothing, revoked: 'refunded' }],
    ['not refunded after all', [confirmed, refunded(199, 'failed', 0)], nothing],
    ['a refund asked for', [confirmed, asked], { ...nothing, holds: [{ kind: 'refund request', id: 'q1' }] }],
    [
      'a refund asked for and on its way',
      [confirmed, asked, refundBegun(199)],
      { ...nothing, holds: [{ kind: 'refund request', id: 'q1' }] },
    ],
    [
      'a refund asked for and given',
      [confirmed, asked, refundBegun(199), refunded(199, 'pending', 199)],
      { ...nothing, revoked: 'refunded' },
    ],
    ['an inquiry', [confirmed, disputed('inquiry')], nothing],
    ['a closed inquiry', [confirmed, disputed('inquiry closed')], nothing],
    ['a dispute', [confirmed, disputed('open')], held],
    ['a lost dispute', [confirmed, disputed('lost')], held],
    ['a lost dispute, decided for the buyer', [confirmed, disputed('lost'), decided('kept')], nothing],
    [
      'a lost dispute, decided against the buyer',
      [confirmed, disputed('lost'), decided('revoked')],
      { ...nothing, revoked: 'dispute lost' },
    ],
    [
      'a lost dispute, decided against the buyer, and won by an appeal',
      [confirmed, disputed('lost'), decided('revoked'), disputed('won', { before: 'lost' })],
      nothing,
    ],
    ['a dispute that was won', [confirmed, disputed('won')], nothing],
  ])('%s', (_, history, expected) => expect(consequencesOf(stateOf(started, ...history))).toEqual(expected));

  it('suspends no account for a donation without one', () => {
    const anonymous = { ...facts, userId: null, purpose: { kind: 'donation' } } as const;
    const state = stateOf(
      { type: 'CheckoutStarted', data: { ...start, ...anonymous } },
      { type: 'DisputeObserved', data: { ...anonymous, ...dispute('open'), before: null } },
    );
    expect(consequencesOf(state)).toMatchObject({ isGranted: false, suspensions: [] });
  });

  const hold = { kind: 'dispute', id: 'd1' } as const;
  const moderation = { kind: 'moderation', id: 'm1' } as const;
  const unclaimed = { is: 'unclaimed', remainingMs: DAY } as const;
  const heldBy = (...holds: { kind: 'dispute' | 'moderation'; id: string }[]) =>
    ({ is: 'held', holds, postId: null, remainingMs: DAY }) as const;
  it.each([
    ['grants what is not there', { ...nothing }, null, ['grant']],
    ['grants nothing that is not paid', { ...nothing, isGranted: false }, null, []],
    ['leaves what is as it should be', nothing, unclaimed, []],
    ['holds', held, unclaimed, [{ hold }]],
    ['does not hold twice', held, heldBy(hold), []],
    ['releases', nothing, heldBy(hold), [{ release: hold }]],
    ['leaves the holds of moderation', nothing, heldBy(moderation), []],
    ['revokes', { ...nothing, revoked: 'refunded' }, unclaimed, ['revoke']],
    ['revokes what is held', { ...held, revoked: 'refunded' }, heldBy(hold), ['revoke']],
    ['does not revoke twice', { ...nothing, revoked: 'refunded' }, { is: 'revoked', remainingMs: DAY }, []],
    ['reinstates', nothing, { is: 'revoked', remainingMs: DAY }, ['reinstate']],
    ['leaves what is used up', { ...nothing, revoked: 'refunded' }, { is: 'ended' }, []],
  ] as const)('in steps: %s', (_, wanted, boost, steps) =>
    expect(stepsTo(wanted as never, boost)).toEqual(steps),
  );
});

describe('notices in any order', () => {
  const notices = [
    observe({ state: 'pending' }),
    observe(),
    observe({ state: 'expired' }),
    observeRefund(50, 'pending'),
    observeRefund(50, 'succeeded'),
    observeRefund(149, 'succeeded', 're2'),
    observeRefund(149, 'failed', 're2'),
    Payment.ObserveDispute({ reference, ...dispute('inquiry') }),
    Payment.ObserveDispute({ reference, ...dispute('open') }),
    Payment.ObserveDispute({ reference, ...dispute('won', false) }),
    Payment.ObserveFraudWarning({ reference, warningId: 'w1' }),
  ];

  it('delivered any number of times end in the same state', () => {
    const end = (order: readonly number[]) => {
      const events: Happening[] = [started];
      for (const index of order) {
        const state = stateAfter(events);
        events.push(...(decide(Payment as never, notices[index] as never, state) as Happening[]));
      }
      const state = stateAfter(events);
      const { confirmedAt, paymentIntentId, failed: whyNot, refunds, disputes, warnings } = state;
      expect(events.filter(({ type }) => type === 'PaymentConfirmed')).toHaveLength(1);
      return { confirmedAt, paymentIntentId, whyNot, refunds, disputes, warnings, total: refundedOf(state) };
    };
    const stateAfter = (history: readonly Happening[]) =>
      evolveAll(
        Payment as never,
        Payment.initial,
        history.map((event) => ({ ...event, metadata: { at: AT } })),
      ) as StartedPayment;
    const all = notices.map((_, index) => index);
    const expected = end(all);
    expect(expected).toMatchObject({ confirmedAt: AT, whyNot: null, total: { amount: 50, currency: 'usd' } });
    fc.assert(
      fc.property(
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.array(fc.constantFrom(...all), { maxLength: 10 }),
        (order, repeats) => expect(end([...order, ...repeats])).toEqual(expected),
      ),
      { numRuns: 200 },
    );
  });
});
