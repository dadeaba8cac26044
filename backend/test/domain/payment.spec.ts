import { PaymentIntent } from '../../src/domain/payment/payment-intent.js';
import { Payment } from '../../src/domain/payment/payment.js';
import { StripeEvent } from '../../src/domain/payment/stripe-event.js';
import { given } from '../support/given.js';
import {
  type Happening,
  act,
  confirmed,
  decider,
  dispute,
  disputed,
  facts,
  failed,
  observe,
  parked,
  pending,
  price,
  reference,
  start,
  started,
} from '../support/payment-story.js';

describe('a checkout', () => {
  it('is recorded once, before there is a page', () => {
    given(Payment).when(Payment.StartCheckout(start)).then(started);
    given(Payment, started).when(Payment.StartCheckout(start)).thenNothing();
  });

  it('gets one page', () => {
    const page = { reference, sessionId: 'cs1', url: 'https://pay.example/cs1' };
    const opened: Happening = { type: 'CheckoutOpened', data: page };
    given(Payment, started).when(Payment.OpenCheckout(page)).then(opened);
    given(Payment, started, opened).when(Payment.OpenCheckout(page)).thenNothing();
    given(Payment).when(Payment.OpenCheckout(page)).thenRejected('Payment not found', 'notFound');
  });
});

describe('a payment', () => {
  it('is confirmed once when it is paid', () => {
    given(Payment, started).when(observe()).then(confirmed);
    given(Payment, started, confirmed).when(observe()).thenNothing();
  });

  it('is not confirmed while the checkout is not paid (V2.3.1)', () => {
    given(Payment, started)
      .when(observe({ state: 'unpaid', paymentIntentId: null }))
      .thenNothing();
  });

  it('may take some days', () => {
    given(Payment, started)
      .when(observe({ state: 'pending' }))
      .then(pending);
    given(Payment, started, pending)
      .when(observe({ state: 'pending' }))
      .thenNothing();
    given(Payment, started, pending).when(observe()).then(confirmed);
    given(Payment, started, pending)
      .when(observe({ state: 'failed' }))
      .then(failed('failed'));
  });

  it.each(['failed', 'expired'] as const)(
    'that %s can still be paid, but not the other way round',
    (state) => {
      given(Payment, started).when(observe({ state })).then(failed(state));
      given(Payment, started, failed(state)).when(observe({ state })).thenNothing();
      given(Payment, started, failed(state)).when(observe()).then(confirmed);
      given(Payment, started, confirmed).when(observe({ state })).thenNothing();
      given(Payment, started, failed(state))
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
  ] as const)('with another %s is parked once, and not confirmed (V2.2.3)', (_, changes, reason) => {
    // With what came in.
    const paid = 'price' in changes ? changes.price : price;
    given(Payment, started)
      .when(observe(changes))
      .then(parked(reason, 'pi1', paid));
    given(Payment, started)
      .when(observe({ ...changes, state: 'pending' }))
      .then(parked(reason));
    given(Payment, started, parked(reason)).when(observe(changes)).thenNothing();
  });

  it('that was not started here is not known', () =>
    given(Payment).when(observe()).thenRejected('Payment not found', 'notFound'));

  it('is settled by an admin while it is parked', () => {
    const settled = { reference, actId: 'a1', outcome: 'granted', note: 'The price had changed.' } as const;
    const resolved: Happening = { type: 'PaymentResolved', data: settled };
    const wish = { reference, note: settled.note, isBuyerDeleted: false, ...act };
    given(Payment, started, parked('x'))
      .when(Payment.GrantPayment({ ...wish, paid: null }))
      .then(resolved, confirmed);
    given(Payment, started, parked('x'), resolved)
      .when(Payment.GrantPayment({ ...wish, paid: null }))
      .thenNothing();
    given(Payment, started, parked('x'), resolved)
      .when(Payment.GrantPayment({ ...wish, actId: 'a2', paid: null }))
      .thenRejected('This payment is not parked.', 'conflict');
    given(Payment, started, parked('x', null))
      .when(Payment.GrantPayment({ ...wish, paid: null }))
      .thenRejected('Nothing was paid yet.', 'conflict');
    // What was paid counts, not what was started.
    const less = { amount: 150, currency: 'usd' };
    const confirmedLess: Happening = {
      type: 'PaymentConfirmed',
      data: { ...facts, price: less, paymentIntentId: 'pi1' },
    };
    given(Payment, started, parked('x'))
      .when(Payment.GrantPayment({ ...wish, paid: less }))
      .then(resolved, confirmedLess);
    const dismissed = { ...settled, outcome: 'dismissed' } as const;
    given(Payment, started, parked('x', null))
      .when(Payment.DismissPayment({ reference, note: dismissed.note, ...act }))
      .then({ type: 'PaymentResolved', data: dismissed });
    given(Payment, started, parked('x'))
      .when(Payment.ParkPayment({ reference, reason: 'y', paymentIntentId: null, paid: null }))
      .then(parked('y', null));
  });

  it('is not parked again for what an admin has settled, unless another payment shows it', () => {
    const settled = { reference, actId: 'a1', outcome: 'dismissed', note: 'It was a test.' } as const;
    const resolved: Happening = { type: 'PaymentResolved', data: settled };
    const past = [started, parked('the account differs'), resolved] as const;
    given(Payment, ...past)
      .when(observe({ userId: 'bob' }))
      .thenNothing();
    given(Payment, ...past)
      .when(observe({ userId: 'bob', paymentIntentId: 'pi2' }))
      .then(parked('the account differs', 'pi2', price));
  });
});

describe('a dispute', () => {
  const notice = (...seen: Parameters<typeof dispute>) =>
    Payment.ObserveDispute({ reference, ...dispute(...seen) });

  it.each([
    ['inquiry', 'open'],
    ['inquiry', 'inquiry closed'],
    ['inquiry closed', 'open'],
    ['open', 'won'],
    ['open', 'lost'],
    ['lost', 'won'],
  ] as const)('that is %s may become %s', (before, next) =>
    given(Payment, started, disputed(before)).when(notice(next)).then(disputed(next, { before })),
  );

  it.each([
    ['won', 'open'],
    ['lost', 'open'],
    ['won', 'lost'],
    ['open', 'inquiry'],
    ['inquiry closed', 'inquiry'],
    ['open', 'open'],
  ] as const)('that is %s is not changed by a notice that it is %s', (known, late) =>
    given(Payment, started, disputed(known)).when(notice(late)).thenNothing(),
  );

  it('says when the money is withdrawn and given back', () => {
    given(Payment, started, disputed('open', { isWithdrawn: false }))
      .when(notice('open', true))
      .then(disputed('open', { before: 'open' }));
    given(Payment, started, disputed('won', { isWithdrawn: true }))
      .when(notice('won', false))
      .then(disputed('won', { before: 'won' }));
  });
});

describe('a lost dispute', () => {
  const decision = {
    reference,
    actId: 'a1',
    disputeId: 'd1',
    boost: 'revoked',
    note: 'It was fraud.',
  } as const;
  const { reference: _, ...rest } = decision;
  const resolved: Happening = { type: 'DisputeResolved', data: { ...facts, ...rest } };

  it('is decided once by an admin', () => {
    given(Payment, started, disputed('lost'))
      .when(Payment.ResolveDispute({ ...decision, decider }))
      .then(resolved);
    given(Payment, started, disputed('lost'), resolved)
      .when(Payment.ResolveDispute({ ...decision, decider }))
      .thenNothing();
    given(Payment, started, disputed('lost'), resolved)
      .when(Payment.ResolveDispute({ ...decision, actId: 'a2', boost: 'kept', decider }))
      .thenRejected('This dispute was decided already: revoked.', 'conflict');
  });

  it.each(['open', 'won', 'inquiry'] as const)('is not %s', (state) =>
    given(Payment, started, disputed(state))
      .when(Payment.ResolveDispute({ ...decision, decider }))
      .thenRejected('Only a lost dispute can be resolved.', 'conflict'),
  );
});

describe('a checkout that the provider answers with an error', () => {
  const giveUp = Payment.GiveUpCheckout({ reference, reason: 'Stripe answered 500' });
  const notOpened: Happening = { type: 'CheckoutNotOpened', data: giveUp.data };

  it('is given up once, unless it has a page', () => {
    given(Payment, started).when(giveUp).then(notOpened);
    given(Payment, started, notOpened).when(giveUp).thenNothing();
    const page = { reference, sessionId: 'cs1', url: 'https://pay.example' };
    given(Payment, started, { type: 'CheckoutOpened', data: page }).when(giveUp).thenNothing();
  });

  it('is granted if it is paid all the same', () =>
    given(Payment, started, notOpened).when(observe()).then(confirmed));
});

describe('a warning of fraud', () => {
  it('is recorded once', () => {
    const warned: Happening = { type: 'FraudWarned', data: { ...facts, warningId: 'w1' } };
    const warn = Payment.ObserveFraudWarning({ reference, warningId: 'w1' });
    given(Payment, started).when(warn).then(warned);
    given(Payment, started, warned).when(warn).thenNothing();
  });

  it('is settled once by an admin, with all others that are open', () => {
    const warned = (warningId: string): Happening => ({ type: 'FraudWarned', data: { ...facts, warningId } });
    const dismiss = Payment.DismissFraudWarnings({ reference, note: 'A friend.', ...act });
    const dismissed = (...warningIds: string[]): Happening => ({
      type: 'FraudWarningsDismissed',
      data: { ...facts, actId: 'a1', warningIds, note: 'A friend.' },
    });
    given(Payment, started, warned('w1'), warned('w2')).when(dismiss).then(dismissed('w1', 'w2'));
    const past = [started, warned('w1'), dismissed('w1')] as const;
    given(Payment, ...past)
      .when(dismiss)
      .thenNothing();
    const again = Payment.DismissFraudWarnings({ ...dismiss.data, actId: 'a2' });
    given(Payment, ...past)
      .when(again)
      .thenRejected('There is no open warning of fraud.', 'conflict');
    const second = dismissed('w2');
    given(Payment, ...past, warned('w2'))
      .when(again)
      .then({ ...second, data: { ...second.data, actId: 'a2' } } as Happening);
    // The same warning comes again with every notice about it.
    given(Payment, ...past)
      .when(Payment.ObserveFraudWarning({ reference, warningId: 'w1' }))
      .thenNothing();
  });
});

describe('an event of the provider', () => {
  it('is stored once, set aside once, and settled once', () => {
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
    given(StripeEvent).when(StripeEvent.ReceiveStripeEvent(data)).then(received);
    given(StripeEvent, received).when(StripeEvent.ReceiveStripeEvent(data)).thenNothing();
    const park = { stripeEventId: 'evt_1', reason: 'the mode is live' };
    const setAside = { type: 'StripeEventParked', data: park } as const;
    given(StripeEvent, received).when(StripeEvent.ParkStripeEvent(park)).then(setAside);
    given(StripeEvent, received, setAside).when(StripeEvent.ParkStripeEvent(park)).thenNothing();
    given(StripeEvent).when(StripeEvent.ParkStripeEvent(park)).thenNothing();
    const settle = StripeEvent.ResolveStripeEvent({
      stripeEventId: 'evt_1',
      actId: 'a1',
      note: 'Another shop.',
    });
    const settled = { type: 'StripeEventResolved', data: settle.data } as const;
    given(StripeEvent, received, setAside).when(settle).then(settled);
    given(StripeEvent, received, setAside, settled).when(settle).thenNothing();
    given(StripeEvent, received, setAside, settled)
      .when(StripeEvent.ResolveStripeEvent({ ...settle.data, actId: 'a2' }))
      .thenRejected('This event is not parked.', 'conflict');
    given(StripeEvent, received).when(settle).thenRejected('This event is not parked.', 'conflict');
    given(StripeEvent).when(settle).thenRejected('There is no event evt_1.', 'notFound');
    expect(StripeEvent.id(data)).toBe('evt_1');
  });
});

describe('a PaymentIntent', () => {
  it('keeps the payment that it was linked to first', () => {
    const linked = { type: 'PaymentIntentLinked', data: { paymentIntentId: 'pi1', reference } } as const;
    given(PaymentIntent).when(PaymentIntent.LinkPaymentIntent(linked.data)).then(linked);
    given(PaymentIntent, linked)
      .when(PaymentIntent.LinkPaymentIntent({ paymentIntentId: 'pi1', reference: 'r2' }))
      .thenNothing();
  });
});
