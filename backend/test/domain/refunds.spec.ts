import { Payment } from '../../src/domain/payment/payment.js';
import type { Money } from '../../src/domain/money.js';
import { given } from '../support/given.js';
import {
  DAY,
  type Happening,
  act,
  after,
  confirmed,
  decider,
  facts,
  observeRefund,
  parked,
  price,
  reference,
  refundBegun,
  refunded,
  start,
  started,
} from '../support/payment-story.js';

describe('asking for a refund', () => {
  const ask = (changes: Partial<Parameters<typeof Payment.RequestRefund>[0]> = {}) =>
    Payment.RequestRefund({
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
    data: { ...facts, requestId: 'q1', actId: 'a1', reason: 'It was used.' },
  };

  it('works for seven days', () => {
    given(Payment, started, confirmed).when(ask()).then(asked);
    given(Payment, started, confirmed)
      .when(ask({ now: after(7 * DAY + 1) }))
      .thenRejected('A refund can be requested for 7 days after the payment.', 'conflict');
  });

  it('works once, and not again after a decision', () => {
    given(Payment, started, confirmed, asked).when(ask()).thenNothing();
    given(Payment, started, confirmed, asked)
      .when(Payment.DeclineRefund({ reference, reason: 'It was used.', ...act }))
      .then(declined);
    given(Payment, started, confirmed, asked, declined)
      .when(ask())
      .thenRejected('This refund has already been decided.', 'conflict');
    given(Payment, started, confirmed)
      .when(Payment.DeclineRefund({ reference, reason: 'It was used.', ...act }))
      .thenRejected('There is no open refund request.', 'conflict');
  });

  it('is for the buyer, of a paid and unclaimed boost', () => {
    given(Payment, started, confirmed)
      .when(ask({ userId: 'bob' }))
      .thenRejected('Payment not found', 'notFound');
    given(Payment, started).when(ask()).thenRejected('Only paid boosts can be refunded.', 'conflict');
    given(Payment, started, confirmed)
      .when(ask({ isUnclaimed: false }))
      .thenRejected('A boost that was used cannot be refunded.', 'conflict');
    const donation = { ...facts, purpose: { kind: 'donation' } } as const;
    given(
      Payment,
      { type: 'CheckoutStarted', data: { ...start, ...donation } },
      { type: 'PaymentConfirmed', data: { ...donation, price, paymentIntentId: 'pi1' } },
    )
      .when(ask())
      .thenRejected('Only paid boosts can be refunded.', 'conflict');
  });
});

describe('an open request', () => {
  const asked: Happening = { type: 'RefundRequested', data: { ...facts, requestId: 'q1' } };
  const ask = Payment.RequestRefund({
    reference,
    userId: 'ann',
    requestId: 'q2',
    isUnclaimed: true,
    now: after(DAY),
  });
  const decline = Payment.DeclineRefund({ reference, reason: 'It was used.', ...act });
  const declined: Happening = {
    type: 'RefundDeclined',
    data: { ...facts, requestId: 'q1', actId: 'a1', reason: 'It was used.' },
  };

  it('stays open after a refund of a part, and is decided by one of everything', () => {
    const part = refunded(50, 'succeeded', 50);
    given(Payment, started, confirmed, asked, part).when(decline).then(declined);
    given(Payment, started, confirmed, asked, refunded(199, 'pending', 199))
      .when(decline)
      .thenRejected('There is no open refund request.', 'conflict');
  });

  it('is opened again by a refund that fails', () => {
    const failed = refunded(199, 'failed', 0, { before: 'succeeded' });
    const past = [started, confirmed, asked, refunded(199, 'succeeded', 199), failed] as const;
    given(Payment, ...past)
      .when(ask)
      .thenNothing();
    given(Payment, ...past)
      .when(decline)
      .then(declined);
    // Not after an admin has declined.
    given(Payment, started, confirmed, asked, declined).when(decline).thenNothing();
    given(Payment, started, confirmed, asked, declined, refunded(50, 'failed', 0))
      .when(Payment.DeclineRefund({ ...decline.data, actId: 'a2' }))
      .thenRejected('There is no open refund request.', 'conflict');
  });
});

describe('a refund of a parked payment', () => {
  const parking = parked('the account differs');
  const ours = refundBegun(199);
  const settled: Happening = {
    type: 'PaymentResolved',
    data: { reference, actId: null, outcome: 'refunded', note: '' },
  };

  it('settles it once the provider shows it', () => {
    given(Payment, started, parking, ours)
      .when(observeRefund(199, 'pending'))
      .then(refunded(199, 'pending', 199), settled);
    // A refund that no admin of ours has started says nothing about the parking.
    given(Payment, started, parking)
      .when(observeRefund(50, 'succeeded'))
      .then(refunded(50, 'succeeded', 50));
  });

  it('that fails parks it again', () =>
    given(Payment, started, parking, ours, refunded(199, 'pending', 199), settled)
      .when(observeRefund(199, 'failed'))
      .then(refunded(199, 'failed', 0, { before: 'pending' }), parked('The refund failed.')));

  it('that the provider rejects leaves it parked', () => {
    const rejected: Happening = {
      type: 'RefundRejected',
      data: { reference, refundId: 'f1', reason: 'disputed' },
    };
    given(Payment, started, parking, ours, rejected)
      .when(Payment.DismissPayment({ reference, note: 'x', ...act }))
      .then({ type: 'PaymentResolved', data: { reference, actId: 'a1', outcome: 'dismissed', note: 'x' } });
  });
});

describe('a refund', () => {
  const why = { reason: 'A test.', begun: null, inTerminal: false, decider };
  const refundOf = (amount: number, refundId = 'f1', currency = 'usd', paid: Money | null = null) =>
    Payment.StartRefund({ reference, refundId, amount: { amount, currency }, paid, ...why });
  const begun = refundBegun(100);

  it('of a payment that was granted for less gives back what was paid, at most', () => {
    const paid = { amount: 150, currency: 'usd' };
    const cheap: Happening = {
      type: 'PaymentConfirmed',
      data: { ...facts, price: paid, paymentIntentId: 'pi1' },
    };
    given(Payment, started, cheap).when(refundOf(151)).thenRejected('At most USD 1.50 can be refunded.');
    const all = refunded(150, 'succeeded', 150);
    given(Payment, started, cheap)
      .when(observeRefund(150, 'succeeded'))
      .then({ ...all, data: { ...all.data, price: paid } } as Happening);
  });

  it('of ours is recorded once, before the provider is asked', () => {
    given(Payment, started, confirmed).when(refundOf(100)).then(begun);
    given(Payment, started, confirmed, begun).when(refundOf(100)).thenNothing();
  });

  it('of a parked payment goes up to what was paid, which the provider knows', () => {
    const dear = refundBegun(250);
    const settled: Happening = {
      type: 'PaymentResolved',
      data: { reference, actId: null, outcome: 'refunded', note: '' },
    };
    given(Payment, started, parked('the amount differs')).when(refundOf(250)).then(dear);
    given(Payment, started, parked('the amount differs'), settled).when(refundOf(250)).then(dear);
    given(Payment, started, parked('the amount differs', null))
      .when(refundOf(250))
      .thenRejected('This payment was not confirmed.', 'conflict');
    given(Payment, started, parked('the amount differs'))
      .when(refundOf(0))
      .thenRejected('A refund is a whole number of the smallest unit, 1 or more.', 'invalid');
  });

  it('that the provider rejects is recorded once', () => {
    const rejection = { reference, refundId: 'f1', reason: 'The charge is disputed.' };
    const rejected: Happening = { type: 'RefundRejected', data: rejection };
    given(Payment, started, confirmed, begun).when(Payment.RejectRefund(rejection)).then(rejected);
    given(Payment, started, confirmed, begun, rejected).when(Payment.RejectRefund(rejection)).thenNothing();
    given(Payment, started, confirmed).when(Payment.RejectRefund(rejection)).thenNothing();
  });

  it('is never more than what is left', () => {
    given(Payment, started, confirmed, refunded(100, 'succeeded', 100))
      .when(refundOf(100))
      .thenRejected('At most USD 0.99 can be refunded.', 'conflict');
    given(Payment, started, confirmed, refunded(100, 'failed', 0))
      .when(refundOf(199))
      .then(refundBegun(price.amount));
    given(Payment, started, confirmed)
      .when(refundOf(100, 'f1', 'eur'))
      .thenRejected('At most USD 1.99 can be refunded.', 'conflict');
  });

  it('without an amount is of all that is left', () => {
    const all = Payment.StartRefund({ reference, refundId: 'f1', amount: null, paid: null, ...why });
    given(Payment, started, confirmed, refunded(100, 'succeeded', 100))
      .when(all)
      .then(refundBegun(99));
    given(Payment, started, confirmed, refunded(199, 'succeeded', 199))
      .when(all)
      .thenRejected('Nothing is left to refund.', 'conflict');
    const paid = { amount: 250, currency: 'usd' };
    given(Payment, started, parked('x'))
      .when(Payment.StartRefund({ ...all.data, paid }))
      .then(refundBegun(250));
    given(Payment, started, parked('x'))
      .when(refundOf(251, 'f1', 'usd', paid))
      .thenRejected('At most USD 2.50 can be refunded.', 'conflict');
  });

  it('waits for the one before, until the provider shows or rejects it', () => {
    const second = refundOf(99, 'f2');
    given(Payment, started, confirmed, begun)
      .when(second)
      .thenRejected('A refund of this payment is under way. Please wait until it is done.', 'conflict');
    const next = refundBegun(99);
    const begunNext = { ...next, data: { ...next.data, refundId: 'f2' } } as Happening;
    given(Payment, started, confirmed, begun, refunded(100, 'pending', 100))
      .when(second)
      .then(begunNext);
    const rejected: Happening = { type: 'RefundRejected', data: { reference, refundId: 'f1', reason: 'x' } };
    given(Payment, started, confirmed, begun, rejected).when(second).then(begunNext);
  });

  it('is refused if another one was started since', () => {
    const second = refundOf(50, 'f2');
    const done = [started, confirmed, begun, refunded(100, 'succeeded', 100)] as const;
    const next = refundBegun(50);
    given(Payment, ...done)
      .when(Payment.StartRefund({ ...second.data, begun: 1 }))
      .then({ ...next, data: { ...next.data, refundId: 'f2' } } as Happening);
    given(Payment, ...done)
      .when(Payment.StartRefund({ ...second.data, begun: 0 }))
      .thenRejected('Another refund of this payment was started meanwhile.', 'conflict');
    given(Payment, ...done)
      .when(Payment.StartRefund({ ...refundOf(100).data, begun: 0 }))
      .thenNothing();
  });

  it.each([0, -1, 1.5, Number.NaN])('is a whole amount: not %d (V1.4.2)', (amount) =>
    given(Payment, started, confirmed)
      .when(refundOf(amount))
      .thenRejected('A refund is a whole number of the smallest unit, 1 or more.', 'invalid'),
  );

  it('needs a confirmed payment', () =>
    given(Payment, started).when(refundOf(100)).thenRejected('This payment was not confirmed.', 'conflict'));

  it('is summed with the others of the payment', () => {
    given(Payment, started, confirmed)
      .when(observeRefund(100, 'succeeded'))
      .then(refunded(100, 'succeeded', 100));
    given(Payment, started, confirmed, refunded(100, 'succeeded', 100))
      .when(observeRefund(99, 'pending', 're2'))
      .then(refunded(99, 'pending', 199, { id: 're2' }));
    given(Payment, started, confirmed, refunded(100, 'succeeded', 100))
      .when(observeRefund(100, 'failed'))
      .then(refunded(100, 'failed', 0, { before: 'succeeded' }));
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
    given(Payment, started, confirmed, refunded(100, known, 100))
      .when(observeRefund(100, late))
      .thenNothing(),
  );

  it('may come before the payment is confirmed', () =>
    given(Payment, started)
      .when(observeRefund(199, 'succeeded'))
      .then(refunded(199, 'succeeded', 199)));
});
