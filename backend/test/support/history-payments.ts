import type { BoostType } from '../../src/domain/boosts/boost-facts.js';
import type { Purpose } from '../../src/domain/payment/payment-facts.js';
import { type Act, type Known, type Teller, event } from './history-teller.js';

const HOUR_MS = 3_600_000;
const PRICES = { regular: 199, mega: 999 } as const;

/** What people and the payment provider do with payments and boosts. */
export function paymentActs(teller: Teller): readonly Act[] {
  return [...checkoutActs(teller), ...boostActs(teller), ...trouble(teller)];
}

const factsOf = ({ reference, userId, purpose }: Known['payments'][number]) => ({
  reference,
  userId,
  purpose,
});

function checkoutActs({ known, uuid, hex, pick, random, chapter, now }: Teller): readonly Act[] {
  function* buy() {
    const userId = pick(known.accounts)?.id;
    if (!userId) return;
    const reference = uuid();
    const boostType: BoostType = random() < 0.5 ? 'regular' : 'mega';
    const isBoost = random() < 0.8;
    const purpose: Purpose = isBoost ? { kind: 'boost', boostType, postId: null } : { kind: 'donation' };
    const price = { amount: isBoost ? PRICES[boostType] : 500, currency: 'usd' };
    const expiresAt = new Date(now().getTime() + HOUR_MS).toISOString();
    const paymentIntentId = `pi_${hex(12)}`;
    const stream = `payment-${reference}`;
    const facts = { reference, userId, purpose };
    yield chapter(
      stream,
      event('CheckoutStarted', { ...facts, price, mode: 'test', expiresAt }),
      event('CheckoutOpened', { reference, sessionId: `cs_${hex(12)}`, url: 'https://pay.example' }),
    );
    if (random() < 0.1) {
      const given = { ...facts, reference: uuid() };
      yield chapter(
        `payment-${given.reference}`,
        event('CheckoutStarted', { ...given, price, mode: 'test', expiresAt }),
        event('CheckoutNotOpened', { reference: given.reference, reason: 'a test' }),
      );
    }
    if (random() < 0.2) {
      yield chapter(stream, event('PaymentFailed', { ...facts, because: 'expired' }));
      return;
    }
    if (random() < 0.3) yield chapter(stream, event('PaymentPending', { ...facts, paymentIntentId }));
    if (random() < 0.1) {
      yield chapter(
        stream,
        event('PaymentParked', { reference, reason: 'the account differs', paymentIntentId, paid: price }),
        event('PaymentResolved', { reference, actId: uuid(), outcome: 'granted', note: 'a test' }),
      );
    }
    const stripeEventId = `evt_${hex(12)}`;
    yield chapter(
      `stripeEvent-${stripeEventId}`,
      event('StripeEventReceived', {
        stripeEventId,
        eventType: 'checkout.session.completed',
        apiVersion: null,
        created: Math.floor(now().getTime() / 1000),
        livemode: false,
        objectId: `cs_${hex(12)}`,
        fields: {},
      }),
    );
    yield chapter(
      `paymentIntent-${paymentIntentId}`,
      event('PaymentIntentLinked', { paymentIntentId, reference }),
    );
    yield chapter(
      stream,
      event('PaymentConfirmed', { ...facts, price, paymentIntentId }),
      event('PaymentMailQueued', { reference, mailId: uuid(), about: 'PaymentConfirmed' }),
    );
    known.payments.push({ ...facts, price, postId: null, is: 'unclaimed' });
    if (isBoost) {
      const boost = { userId, boostId: reference, boostType, price };
      yield chapter(`boosts-${userId}`, event('BoostPurchased', boost));
    }
  }
  function* parkEvent() {
    if (random() < 0.7) return;
    const stripeEventId = `evt_${hex(12)}`;
    const notice = { apiVersion: null, created: 1, livemode: true, objectId: null, fields: {} };
    yield chapter(
      `stripeEvent-${stripeEventId}`,
      event('StripeEventReceived', { stripeEventId, eventType: 'v2.core.event', ...notice }),
      event('StripeEventParked', { stripeEventId, reason: 'the mode is live' }),
    );
    if (random() < 0.5) return;
    yield chapter(
      `stripeEvent-${stripeEventId}`,
      event('StripeEventResolved', { stripeEventId, actId: uuid(), note: 'a test' }),
    );
  }
  return [buy, parkEvent];
}

function boostActs({ known, pick, random, chapter, now }: Teller): readonly Act[] {
  function* apply() {
    const boost = boostIn(known, pick, 'unclaimed');
    const post = boost && known.posts.find(({ ownerId }) => ownerId === boost.userId);
    if (!boost || !post) return;
    const { postId } = post;
    const expiresAt = new Date(now().getTime() + 24 * HOUR_MS).toISOString();
    const rank = { before: 9, after: 1 };
    const { wallet, facts, boostType } = boost;
    const appliedAt = now().toISOString();
    yield chapter(wallet, event('BoostApplied', { ...facts, boostType, postId, appliedAt, expiresAt, rank }));
    Object.assign(boost.payment, { is: 'active', postId });
  }
  function* end() {
    const boost = boostIn(known, pick, 'active');
    const postId = boost?.payment.postId;
    if (!boost || !postId) return;
    const { wallet, facts, boostType } = boost;
    const at = now().toISOString();
    yield chapter(
      wallet,
      event('BoostEndingNotified', { ...facts, boostType, postId, expiresAt: at }),
      event('BoostEnded', {
        ...facts,
        postId,
        because: random() < 0.5 ? 'expired' : 'post deleted',
        endedAt: at,
      }),
    );
    boost.payment.is = 'ended';
  }
  function* pause() {
    const boost = boostIn(known, pick, 'active');
    const postId = boost?.payment.postId;
    if (!boost || !postId || random() < 0.5) return;
    const { wallet, facts } = boost;
    const hold = { kind: 'dispute', id: 'dp_1' } as const;
    const held = { ...facts, hold, postId, remainingMs: HOUR_MS };
    const expiresAt = new Date(now().getTime() + HOUR_MS).toISOString();
    yield chapter(wallet, event('BoostHeld', held));
    yield chapter(wallet, event('BoostReleased', { ...held, stillHeld: false, expiresAt }));
  }
  function* revoke() {
    const boost = boostIn(known, pick, 'unclaimed');
    if (!boost || random() < 0.8) return;
    const { wallet, facts } = boost;
    const remainingMs = 24 * HOUR_MS;
    yield chapter(
      wallet,
      event('BoostRevoked', { ...facts, postId: null, because: 'refunded', remainingMs }),
      event('BoostReinstated', { ...facts, remainingMs }),
    );
  }
  return [apply, end, pause, revoke];
}

/** What goes wrong with payments. */
function trouble({ known, uuid, hex, pick, random, chapter, now }: Teller): readonly Act[] {
  function* refund() {
    const payment = random() < 0.3 ? pick(known.payments) : undefined;
    if (!payment) return;
    const { reference, price } = payment;
    const facts = factsOf(payment);
    const refundId = hex(12);
    const amount = { amount: 100, currency: 'usd' };
    const adminId = hex(64);
    yield chapter(
      'refundDay-all',
      event('RefundCounted', {
        adminId,
        loginIds: [adminId],
        accountIds: [],
        refundId,
        reference,
        amount,
        isAsked: false,
      }),
    );
    yield chapter(
      `payment-${reference}`,
      event('RefundRequested', { ...facts, requestId: hex(8) }),
      event('RefundDeclined', { ...facts, actId: uuid(), requestId: hex(8), reason: 'It was used.' }),
      event('RefundStarted', { reference, refundId, amount, reason: 'a test', inTerminal: false }),
      event('RefundRejected', { reference, refundId, reason: 'a test' }),
      event('RefundObserved', {
        ...facts,
        providerRefundId: `re_${refundId}`,
        amount,
        state: 'succeeded',
        refundedTotal: amount,
        price,
        before: null,
      }),
    );
  }
  function* dispute() {
    const payment = random() < 0.3 ? pick(known.payments) : undefined;
    if (!payment) return;
    const warningId = `issfr_${hex(8)}`;
    const seen = {
      ...factsOf(payment),
      disputeId: `dp_${hex(8)}`,
      reason: 'fraudulent',
      amount: payment.price,
    };
    yield chapter(
      `payment-${payment.reference}`,
      event('FraudWarned', { ...factsOf(payment), warningId }),
      event('FraudWarningsDismissed', {
        ...factsOf(payment),
        actId: uuid(),
        warningIds: [warningId],
        note: 'a test',
      }),
      event('DisputeObserved', { ...seen, state: 'open', isWithdrawn: true, before: null }),
      event('DisputeObserved', { ...seen, state: 'lost', isWithdrawn: true, before: 'open' }),
      event('DisputeResolved', {
        ...factsOf(payment),
        actId: uuid(),
        disputeId: seen.disputeId,
        boost: 'kept',
        note: 'a test',
      }),
    );
  }
  function* reconcile() {
    const payment = random() < 0.1 ? pick(known.payments) : undefined;
    if (!payment) return;
    const objectId = `re_${hex(12)}`;
    const { reference, price: amount } = payment;
    const state = 'succeeded';
    yield chapter(
      `stripeObserved-${objectId}-${state}`,
      event('StripeObjectObserved', {
        objectId,
        state,
        kind: 'refund',
        reference,
        amount,
        fetchId: objectId,
        actId: null,
      }),
      event('StripeDifferenceSettled', {
        object: 'refund',
        objectId,
        kind: 'not in the log',
        reference,
        provider: { amount, state },
        log: null,
        ownerId: null,
        actId: uuid(),
        note: 'a test',
      }),
    );
    const none = { charge: 0, refund: 0, dispute: 0, event: 0 };
    const at = now().toISOString();
    const counts = {
      differences: 0,
      listed: [],
      pending: 0,
      foreign: 0,
      settled: 0,
      totals: {},
      balance: {},
    };
    const runId = uuid();
    yield chapter(
      `reconciliation-${runId}`,
      event('ReconciliationRun', { runId, since: at, at, mode: 'test', compared: none, ...counts }),
    );
  }
  return [refund, dispute, reconcile];
}

/** A boost in this state, with its wallet. */
function boostIn(known: Known, pick: Teller['pick'], is: Known['payments'][number]['is']) {
  const payment = pick(known.payments.filter((one) => one.purpose.kind === 'boost' && one.is === is));
  if (payment?.purpose.kind !== 'boost') return undefined;
  const { userId, reference: boostId } = payment;
  const { boostType } = payment.purpose;
  return { payment, userId, boostType, wallet: `boosts-${userId}`, facts: { userId, boostId } };
}
