import fc from 'fast-check';
import { consequencesOf, stepsTo } from '../../src/domain/payment/consequences.js';
import { LinkPaymentIntent, paymentIntent } from '../../src/domain/payment/payment-intent.js';
import {
  DeclineRefund,
  ObserveDispute,
  ObserveFraudWarning,
  ObservePayment,
  ObserveRefund,
  OpenCheckout,
  ParkPayment,
  RequestRefund,
  ResolvePayment,
  StartCheckout,
  StartRefund,
} from '../../src/domain/payment/payment.commands.js';
import type { DisputeState, PaymentEvents, RefundState } from '../../src/domain/payment/payment.events.js';
import { type Payment, type StartedPayment, payment, refundedOf } from '../../src/domain/payment/payment.js';
import { ReceiveStripeEvent, stripeEvent } from '../../src/domain/payment/stripe-event.js';
import { type EventOf, decide, evolveAll } from '../../src/kernel/aggregate.js';
import { given } from '../support/given.js';

const AT = '2026-11-21T09:00:00.000Z';
const DAY = 86_400_000;
const after = (milliseconds: number) => new Date(Date.parse(AT) + milliseconds).toISOString();

const reference = 'r1';
const price = { amount: 199, currency: 'usd' };
const purpose = { kind: 'boost', boostType: 'regular', postId: null } as const;
const facts = { reference, userId: 'ann', purpose };
const start = { ...facts, price, mode: 'test', expiresAt: after(3_600_000) } as const;

type Happening = EventOf<PaymentEvents>;
const started: Happening = { type: 'CheckoutStarted', data: start };
const confirmed: Happening = { type: 'PaymentConfirmed', data: { ...facts, price, paymentIntentId: 'pi1' } };
const pending: Happening = { type: 'PaymentPending', data: { ...facts, paymentIntentId: 'pi1' } };
const failed = (because: 'failed' | 'expired'): Happening => ({
  type: 'PaymentFailed',
  data: { ...facts, because },
});
const parked = (reason: string): Happening => ({ type: 'PaymentParked', data: { reference, reason } });
const refunded = (
  amount: number,
  state: RefundState,
  total: number,
  providerRefundId = 're1',
): Happening => ({
  type: 'RefundObserved',
  data: {
    ...facts,
    providerRefundId,
    amount: { amount, currency: 'usd' },
    state,
    refundedTotal: { amount: total, currency: 'usd' },
    price,
  },
});
const dispute = (state: DisputeState, isWithdrawn = state === 'open' || state === 'lost') => ({
  disputeId: 'd1',
  state,
  reason: 'fraudulent',
  amount: price,
  isWithdrawn,
});
const disputed = (...seen: Parameters<typeof dispute>): Happening => ({
  type: 'DisputeObserved',
  data: { ...facts, ...dispute(...seen) },
});

const observe = (changes: Partial<ObservePayment['data']> = {}) =>
  new ObservePayment({
    reference,
    state: 'paid',
    paymentIntentId: 'pi1',
    price,
    mode: 'test',
    userId: 'ann',
    kind: 'boost',
    ...changes,
  });
const observeRefund = (amount: number, state: RefundState, providerRefundId = 're1') =>
  new ObserveRefund({ reference, providerRefundId, amount: { amount, currency: 'usd' }, state });

describe('a checkout', () => {
  it('is recorded once, before there is a page', () => {
    given(payment).when(new StartCheckout(start)).then(started);
    given(payment, started).when(new StartCheckout(start)).thenNothing();
  });

  it('gets one page', () => {
    const page = { reference, sessionId: 'cs1', url: 'https://pay.example/cs1' };
    const opened: Happening = { type: 'CheckoutOpened', data: page };
    given(payment, started).when(new OpenCheckout(page)).then(opened);
    given(payment, started, opened).when(new OpenCheckout(page)).thenNothing();
    given(payment).when(new OpenCheckout(page)).thenRejected('Payment not found', 'notFound');
  });
});

describe('a payment', () => {
  it('is confirmed once when it is paid', () => {
    given(payment, started).when(observe()).then(confirmed);
    given(payment, started, confirmed).when(observe()).thenNothing();
  });

  it('is not confirmed while the checkout is not paid', () => {
    given(payment, started)
      .when(observe({ state: 'unpaid', paymentIntentId: null }))
      .thenNothing();
  });

  it('may take some days', () => {
    given(payment, started)
      .when(observe({ state: 'pending' }))
      .then(pending);
    given(payment, started, pending)
      .when(observe({ state: 'pending' }))
      .thenNothing();
    given(payment, started, pending).when(observe()).then(confirmed);
    given(payment, started, pending)
      .when(observe({ state: 'failed' }))
      .then(failed('failed'));
  });

  it.each(['failed', 'expired'] as const)(
    'that %s can still be paid, but not the other way round',
    (state) => {
      given(payment, started).when(observe({ state })).then(failed(state));
      given(payment, started, failed(state)).when(observe({ state })).thenNothing();
      given(payment, started, failed(state)).when(observe()).then(confirmed);
      given(payment, started, confirmed).when(observe({ state })).thenNothing();
      given(payment, started, failed(state))
        .when(observe({ state: 'pending' }))
        .thenNothing();
    },
  );

  it.each([
    ['amount', { price: { amount: 198, currency: 'usd' } }, 'the amount is 198 usd, expected 199 usd'],
    ['currency', { price: { amount: 199, currency: 'eur' } }, 'the amount is 199 eur, expected 199 usd'],
    ['mode', { mode: 'live' }, 'mode is live, expected test'],
    ['account', { userId: 'bob' }, 'the account differs'],
    ['missing account', { userId: null }, 'the account differs'],
    ['kind', { kind: 'donation' }, 'it is for a donation, expected a boost'],
  ] as const)('with another %s is parked once, and not confirmed', (_, changes, reason) => {
    given(payment, started).when(observe(changes)).then(parked(reason));
    given(payment, started, parked(reason)).when(observe(changes)).thenNothing();
  });

  it('that was not started here is not known', () =>
    given(payment).when(observe()).thenRejected('Payment not found', 'notFound'));

  it('is settled by an admin while it is parked', () => {
    const settled = { reference, outcome: 'granted', note: 'The price had changed.' } as const;
    const resolved: Happening = { type: 'PaymentResolved', data: settled };
    given(payment, started, parked('x')).when(new ResolvePayment(settled)).then(resolved);
    given(payment, started, parked('x'), resolved)
      .when(new ResolvePayment(settled))
      .thenRejected('This payment is not parked.', 'conflict');
    given(payment, started, parked('x'))
      .when(new ParkPayment({ reference, reason: 'y' }))
      .then(parked('y'));
  });
});

describe('asking for a refund', () => {
  const ask = (changes: Partial<RequestRefund['data']> = {}) =>
    new RequestRefund({
      reference,
      userId: 'ann',
      requestId: 'q1',
      isUnclaimed: true,
      now: after(7 * DAY),
      ...changes,
    });
  const asked: Happening = { type: 'RefundRequested', data: { ...facts, requestId: 'q1' } };
  const declined: Happening = {
    type: 'RefundDeclined',
    data: { ...facts, requestId: 'q1', reason: 'It was used.' },
  };

  it('works for seven days', () => {
    given(payment, started, confirmed).when(ask()).then(asked);
    given(payment, started, confirmed)
      .when(ask({ now: after(7 * DAY + 1) }))
      .thenRejected('A refund can be requested for 7 days after the payment.', 'conflict');
  });

  it('works once, and not again after a decision', () => {
    given(payment, started, confirmed, asked).when(ask()).thenNothing();
    given(payment, started, confirmed, asked)
      .when(new DeclineRefund({ reference, reason: 'It was used.' }))
      .then(declined);
    given(payment, started, confirmed, asked, declined)
      .when(ask())
      .thenRejected('This refund has already been decided.', 'conflict');
    given(payment, started, confirmed)
      .when(new DeclineRefund({ reference, reason: 'It was used.' }))
      .thenNothing();
  });

  it('is for the buyer, of a paid and unclaimed boost', () => {
    given(payment, started, confirmed)
      .when(ask({ userId: 'bob' }))
      .thenRejected('Payment not found', 'notFound');
    given(payment, started).when(ask()).thenRejected('Only paid boosts can be refunded.', 'conflict');
    given(payment, started, confirmed)
      .when(ask({ isUnclaimed: false }))
      .thenRejected('A boost that was used cannot be refunded.', 'conflict');
    const donation = { ...facts, purpose: { kind: 'donation' } } as const;
    given(
      payment,
      { type: 'CheckoutStarted', data: { ...start, ...donation } },
      { type: 'PaymentConfirmed', data: { ...donation, price, paymentIntentId: 'pi1' } },
    )
      .when(ask())
      .thenRejected('Only paid boosts can be refunded.', 'conflict');
  });
});

describe('a refund', () => {
  const refundOf = (amount: number, refundId = 'f1', currency = 'usd') =>
    new StartRefund({ reference, refundId, amount: { amount, currency } });
  const begun: Happening = {
    type: 'RefundStarted',
    data: { reference, refundId: 'f1', amount: { amount: 100, currency: 'usd' } },
  };

  it('of ours is recorded once, before the provider is asked', () => {
    given(payment, started, confirmed).when(refundOf(100)).then(begun);
    given(payment, started, confirmed, begun).when(refundOf(100)).thenNothing();
  });

  it('is never more than what is left', () => {
    given(payment, started, confirmed, refunded(100, 'succeeded', 100))
      .when(refundOf(100))
      .thenRejected('At most 99 usd can be refunded.', 'conflict');
    given(payment, started, confirmed, refunded(100, 'failed', 0))
      .when(refundOf(199))
      .then({ type: 'RefundStarted', data: { reference, refundId: 'f1', amount: price } });
    given(payment, started, confirmed)
      .when(refundOf(100, 'f1', 'eur'))
      .thenRejected('At most 199 usd can be refunded.', 'conflict');
  });

  it.each([0, -1, 1.5, Number.NaN])('is a whole amount: not %d', (amount) =>
    given(payment, started, confirmed)
      .when(refundOf(amount))
      .thenRejected('A refund is a whole number of the smallest unit, 1 or more.', 'invalid'),
  );

  it('needs a confirmed payment', () =>
    given(payment, started).when(refundOf(100)).thenRejected('This payment was not confirmed.', 'conflict'));

  it('is summed with the others of the payment', () => {
    given(payment, started, confirmed)
      .when(observeRefund(100, 'succeeded'))
      .then(refunded(100, 'succeeded', 100));
    given(payment, started, confirmed, refunded(100, 'succeeded', 100))
      .when(observeRefund(99, 'pending', 're2'))
      .then(refunded(99, 'pending', 199, 're2'));
    given(payment, started, confirmed, refunded(100, 'succeeded', 100))
      .when(observeRefund(100, 'failed'))
      .then(refunded(100, 'failed', 0));
  });

  it.each([
    ['pending', 'pending'],
    ['succeeded', 'pending'],
    ['succeeded', 'succeeded'],
    ['failed', 'succeeded'],
    ['failed', 'pending'],
    ['failed', 'canceled'],
    ['canceled', 'failed'],
  ] as const)('that is %s is not changed by a notice that it is %s', (known, late) =>
    given(payment, started, confirmed, refunded(100, known, 100))
      .when(observeRefund(100, late))
      .thenNothing(),
  );

  it('may come before the payment is confirmed', () =>
    given(payment, started)
      .when(observeRefund(199, 'succeeded'))
      .then(refunded(199, 'succeeded', 199)));
});

describe('a dispute', () => {
  const notice = (...seen: Parameters<typeof dispute>) =>
    new ObserveDispute({ reference, ...dispute(...seen) });

  it.each([
    ['inquiry', 'open'],
    ['inquiry', 'inquiry closed'],
    ['inquiry closed', 'open'],
    ['open', 'won'],
    ['open', 'lost'],
  ] as const)('that is %s may become %s', (before, next) =>
    given(payment, started, disputed(before)).when(notice(next)).then(disputed(next)),
  );

  it.each([
    ['won', 'open'],
    ['lost', 'open'],
    ['won', 'lost'],
    ['lost', 'won'],
    ['open', 'inquiry'],
    ['inquiry closed', 'inquiry'],
    ['open', 'open'],
  ] as const)('that is %s is not changed by a notice that it is %s', (known, late) =>
    given(payment, started, disputed(known)).when(notice(late)).thenNothing(),
  );

  it('says when the money is withdrawn and given back', () => {
    given(payment, started, disputed('open', false)).when(notice('open', true)).then(disputed('open', true));
    given(payment, started, disputed('won', true)).when(notice('won', false)).then(disputed('won', false));
  });
});

describe('a warning of fraud', () =>
  it('is recorded once', () => {
    const warned: Happening = { type: 'FraudWarned', data: { ...facts, warningId: 'w1' } };
    const warn = new ObserveFraudWarning({ reference, warningId: 'w1' });
    given(payment, started).when(warn).then(warned);
    given(payment, started, warned).when(warn).thenNothing();
  }));

describe('an event of the provider', () =>
  it('is stored once', () => {
    const data = {
      stripeEventId: 'evt_1',
      eventType: 'charge.refunded',
      apiVersion: '2026-01-01',
      created: 1,
      livemode: false,
      objectId: 'ch_1',
      fields: {},
    };
    const received = { type: 'StripeEventReceived', data } as const;
    given(stripeEvent).when(new ReceiveStripeEvent(data)).then(received);
    given(stripeEvent, received).when(new ReceiveStripeEvent(data)).thenNothing();
    expect(stripeEvent.id(data)).toBe('evt_1');
  }));

describe('a PaymentIntent', () =>
  it('belongs to one payment for ever', () => {
    const linked = { type: 'PaymentIntentLinked', data: { paymentIntentId: 'pi1', reference } } as const;
    given(paymentIntent).when(new LinkPaymentIntent(linked.data)).then(linked);
    given(paymentIntent, linked)
      .when(new LinkPaymentIntent({ paymentIntentId: 'pi1', reference: 'r2' }))
      .thenNothing();
  }));

describe('what a payment means for its boost and its buyer', () => {
  const stateOf = (...history: readonly Happening[]) =>
    evolveAll(
      payment as never,
      payment.initial,
      history.map((event) => ({ ...event, metadata: { at: AT } })),
    ) as StartedPayment;
  const asked: Happening = { type: 'RefundRequested', data: { ...facts, requestId: 'q1' } };
  const nothing = { isGranted: true, holds: [], revoked: null, suspensions: [] };
  const held = { ...nothing, holds: [{ kind: 'dispute', id: 'd1' }], suspensions: ['d1'] };

  it.each<[string, Happening[], object]>([
    ['paid', [confirmed], nothing],
    ['not paid', [], { ...nothing, isGranted: false }],
    ['refunded in part', [confirmed, refunded(198, 'succeeded', 198)], nothing],
    ['refunded', [confirmed, refunded(199, 'pending', 199)], { ...nothing, revoked: 'refunded' }],
    ['not refunded after all', [confirmed, refunded(199, 'failed', 0)], nothing],
    ['a refund asked for', [confirmed, asked], { ...nothing, holds: [{ kind: 'refund request', id: 'q1' }] }],
    ['an inquiry', [confirmed, disputed('inquiry')], nothing],
    ['a closed inquiry', [confirmed, disputed('inquiry closed')], nothing],
    ['a dispute', [confirmed, disputed('open')], held],
    ['a lost dispute', [confirmed, disputed('lost')], held],
    ['a dispute that was won', [confirmed, disputed('won')], nothing],
  ])('%s', (_, history, expected) => expect(consequencesOf(stateOf(started, ...history))).toEqual(expected));

  it('suspends no account for a donation without one', () => {
    const anonymous = { ...facts, userId: null, purpose: { kind: 'donation' } } as const;
    const state = stateOf(
      { type: 'CheckoutStarted', data: { ...start, ...anonymous } },
      { type: 'DisputeObserved', data: { ...anonymous, ...dispute('open') } },
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
    new ObserveDispute({ reference, ...dispute('inquiry') }),
    new ObserveDispute({ reference, ...dispute('open') }),
    new ObserveDispute({ reference, ...dispute('won', false) }),
    new ObserveFraudWarning({ reference, warningId: 'w1' }),
  ];

  it('delivered any number of times end in the same state', () => {
    const end = (order: readonly number[]) => {
      const events = order.reduce<Happening[]>(
        (history, index) => {
          const state = stateAfter(history);
          return [...history, ...(decide(payment as never, notices[index] as never, state) as Happening[])];
        },
        [started],
      );
      const state = stateAfter(events);
      const { confirmedAt, paymentIntentId, failed: whyNot, refunds, disputes, warnings } = state;
      expect(events.filter(({ type }) => type === 'PaymentConfirmed')).toHaveLength(1);
      return { confirmedAt, paymentIntentId, whyNot, refunds, disputes, warnings, total: refundedOf(state) };
    };
    const stateAfter = (history: readonly Happening[]) =>
      evolveAll(
        payment as never,
        payment.initial as Payment,
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
      { seed: 14, numRuns: 200 },
    );
  });
});
