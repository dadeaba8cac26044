import { type PaymentState, payments } from '../../src/projections/payments/payments.js';
import { paymentIds, stripeEvents } from '../../src/projections/payments/stripe-events.js';
import { paymentMovements } from '../../src/projections/payments/payment-movements.js';
import { type Happened, folding } from '../support/given.js';
import {
  AT,
  confirmed,
  disputed,
  facts,
  failed,
  parked,
  pending,
  price,
  reference,
  refunded,
  started,
} from '../support/payment-story.js';

const asked: Happened = { type: 'RefundRequested', data: { ...facts, requestId: 'q1' } };
const declined: Happened = {
  type: 'RefundDeclined',
  data: { ...facts, actId: 'a1', requestId: 'q1', reason: 'x' },
};
const warned: Happened = { type: 'FraudWarned', data: { ...facts, warningId: 'issfr_1' } };
const dismissed: Happened = {
  type: 'FraudWarningsDismissed',
  data: { ...facts, actId: 'a1', warningIds: ['issfr_1'], note: 'x' },
};
const resolved: Happened = {
  type: 'DisputeResolved',
  data: { ...facts, actId: 'a1', disputeId: 'd1', boost: 'kept', note: 'x' },
};

const rejectedRefund: Happened = {
  type: 'RefundRejected',
  data: { reference, refundId: 'f1', reason: 'x' },
};

const settledAs = (outcome: 'granted' | 'dismissed'): Happened => ({
  type: 'PaymentResolved',
  data: { reference, actId: 'a1', outcome, note: 'x' },
});

describe('a payment in the back office', () => {
  it.each<[PaymentState, boolean, Happened[]]>([
    ['started', false, []],
    ['pending', false, [pending]],
    ['failed', false, [failed('failed')]],
    ['expired', false, [failed('expired')]],
    ['paid', false, [confirmed]],
    ['parked', true, [parked('x')]],
    ['parked', true, [confirmed, disputed('open'), parked('x')]],
    ['disputed', true, [confirmed, disputed('open')]],
    ['disputed', true, [confirmed, refunded(199, 'succeeded', 199), disputed('open')]],
    ['charged back', true, [confirmed, disputed('lost')]],
    ['charged back', false, [confirmed, disputed('lost'), resolved]],
    ['charged back', false, [confirmed, rejectedRefund, disputed('lost'), resolved]],
    ['paid', true, [confirmed, rejectedRefund]],
    ['paid', true, [confirmed, parked('x'), rejectedRefund, settledAs('granted')]],
    ['paid', false, [confirmed, rejectedRefund, settledAs('dismissed')]],
    ['paid', false, [confirmed, disputed('won')]],
    ['refunded', false, [confirmed, refunded(199, 'succeeded', 199)]],
    ['suspected', true, [confirmed, warned]],
    ['suspected', true, [confirmed, warned, asked]],
    ['paid', false, [confirmed, warned, dismissed]],
    ['refunded', false, [confirmed, warned, refunded(199, 'succeeded', 199)]],
    ['refund requested', true, [confirmed, asked]],
    ['paid', false, [confirmed, asked, declined]],
    ['partly refunded', false, [confirmed, refunded(50, 'succeeded', 50)]],
  ])('is %s, and %j that it needs an admin', (state, needsAdmin, history) => {
    expect(folding(payments, started, ...history).document(reference)).toMatchObject({ state, needsAdmin });
  });
});

describe('an id at the payment provider', () => {
  it('leads to the reference, and never to another one', () => {
    const linked: Happened = {
      type: 'PaymentIntentLinked',
      data: { paymentIntentId: 'pi1', reference: 'another' },
    };
    const opened: Happened = {
      type: 'CheckoutOpened',
      data: { reference, sessionId: 'cs1', url: 'https://pay.example' },
    };
    const story = [opened, confirmed, linked, refunded(50, 'pending', 50), disputed('open'), warned];
    folding(paymentIds, started, ...story).gives({
      cs1: { leadsTo: reference },
      pi1: { leadsTo: reference },
      re1: { leadsTo: reference },
      d1: { leadsTo: reference },
      issfr_1: { leadsTo: reference },
    });
  });

  const received = (objectId: string, fields: Record<string, string>): Happened => ({
    type: 'StripeEventReceived',
    data: {
      stripeEventId: 'evt_1',
      eventType: 'charge.refunded',
      apiVersion: null,
      created: 1,
      livemode: false,
      objectId,
      fields,
    },
  });

  it.each<[string, string, Record<string, string>, object]>([
    ['a charge', 'ch_1', { payment_intent: 'pi1' }, { ch_1: { leadsTo: 'pi1' } }],
    [
      'the charge of an object',
      're_1',
      { payment_intent: 'pi1', charge: 'ch_1' },
      { ch_1: { leadsTo: 'pi1' } },
    ],
    ['nothing else', 're_1', { payment_intent: 'pi1' }, {}],
    ['nothing without a PaymentIntent', 'ch_1', {}, {}],
  ])('that an event names is that of %s', (_, objectId, fields, documents) =>
    folding(paymentIds, received(objectId, fields)).gives(documents as never),
  );

  it('of an event is kept with what the event is about', () => {
    const event = { eventType: 'charge.refunded', objectId: 'ch_1', reason: null, parkedAt: null };
    folding(stripeEvents, received('ch_1', { payment_intent: 'pi1' })).gives({
      evt_1: { ...event, about: 'pi1' },
    });
    const parkedEvent: Happened = {
      type: 'StripeEventParked',
      data: { stripeEventId: 'evt_1', reason: 'x' },
      at: AT,
    };
    folding(stripeEvents, received('ch_1', {}), parkedEvent).gives({
      evt_1: { ...event, about: 'ch_1', reason: 'x', parkedAt: AT },
    });
    const settled: Happened = {
      type: 'StripeEventResolved',
      data: { stripeEventId: 'evt_1', actId: 'a1', note: 'x' },
    };
    folding(stripeEvents, received('ch_1', {}), parkedEvent, settled).gives({
      evt_1: { ...event, about: 'ch_1', reason: 'x' },
    });
  });
});

describe('the movements of money', () => {
  const of = { at: AT, reference, kind: 'boost', currency: 'usd' };
  const at = (event: Happened) => ({ ...event, at: AT });
  const foldingMoves = (...story: readonly Happened[]) => folding(paymentMovements, ...story.map(at));
  const payment = { ...of, type: 'payment', amount: 199, stripeId: 'pi1' };

  it('begin with the payment, once', () => {
    foldingMoves(started, pending).gives({});
    foldingMoves(started, confirmed).gives({ pi1: payment as never });
    foldingMoves(started, parked('x')).gives({});
    const paid = { amount: 250, currency: 'usd' };
    const came = { ...payment, amount: 250, kind: null } as never;
    foldingMoves(started, parked('x', 'pi1', paid)).gives({ pi1: came });
    const granted: Happened = {
      type: 'PaymentConfirmed',
      data: { ...facts, price: paid, paymentIntentId: 'pi1' },
    };
    foldingMoves(started, parked('x', 'pi1', paid), granted).gives({
      pi1: { ...payment, amount: 250 } as never,
    });
  });

  it('contain each refund once, and its return', () => {
    const out = { ...of, type: 'refund', amount: -50, stripeId: 're1' };
    const done = refunded(50, 'succeeded', 50, { before: 'pending' });
    foldingMoves(refunded(50, 'pending', 50), done).gives({ re1: out as never });
    const back = { ...out, type: 'refund returned', amount: 50 };
    const lost = refunded(50, 'failed', 0, { before: 'succeeded' });
    foldingMoves(refunded(50, 'pending', 50), done, lost).gives({ re1: out, 're1-returned': back } as never);
    foldingMoves(refunded(50, 'failed', 0)).gives({});
    foldingMoves(refunded(50, 'canceled', 0, { before: 'failed' })).gives({});
  });

  it('contain what a dispute takes, and gives back', () => {
    const out = { ...of, type: 'dispute', amount: -price.amount, stripeId: 'd1' };
    const waiting = { ...out, type: 'dispute returned', amount: price.amount, at: null };
    foldingMoves(disputed('inquiry')).gives({});
    foldingMoves(disputed('open')).gives({ d1: out, 'd1-returned': waiting } as never);
    const lost = disputed('lost', { before: 'open' });
    foldingMoves(disputed('open'), lost).gives({ d1: out, 'd1-returned': waiting } as never);
    const won = disputed('won', { before: 'lost' });
    const again = disputed('won', { before: 'won' });
    const both = { d1: out, 'd1-returned': { ...waiting, at: AT } } as never;
    foldingMoves(disputed('open'), lost, won).gives(both);
    foldingMoves(disputed('open'), lost, won, { ...again, at: '2027-01-01T00:00:00.000Z' } as Happened).gives(
      both,
    );
    foldingMoves(disputed('open', { isWithdrawn: false }), disputed('won', { before: 'open' })).gives({});
  });
});
