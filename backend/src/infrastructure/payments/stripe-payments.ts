import type { Stripe } from 'stripe';
import {
  type BalanceLine,
  type CheckoutPage,
  type Movement,
  type NewCheckout,
  type Observation,
  type PaymentMode,
  type PaymentSeen,
  Payments,
  type ProviderEvent,
  type RefundOrder,
} from './payments.port.js';
import {
  type StripeClientSettings,
  allOf,
  asking,
  askingFor,
  askingForAll,
  openStripe,
  waitedFor,
  within,
} from './stripe-client.js';
import { HANDLED_TYPES } from '../../domain/payment/stripe-event.js';
import { reduceEvent } from './stripe-event-fields.js';
import {
  disputeSeen,
  idOf,
  intentSeen,
  refundSeen,
  sessionSeen,
  warningSeen,
  referenceOf,
} from './stripe-observations.js';
import { readWebhook } from './stripe-webhooks.js';

export interface StripePaymentsSettings extends StripeClientSettings {
  readonly mode: PaymentMode;
  /** The secrets of the webhook endpoint: several while they are rotated. */
  readonly webhookSecrets: readonly string[];
  /** The current time; the clock of the machine by default. */
  readonly now?: () => Date;
}

/** The most that Stripe puts on a page. */
const PAGE = 100;
const DAY_SECONDS = 86_400;
/** Stripe lists events for so long. */
const EVENT_DAYS = 30;

/** Both name the payment that a refund, dispute or warning belongs to. */
const PAYMENT = ['charge', 'payment_intent'];
const LISTED_PAYMENT = PAYMENT.map((field) => `data.${field}`);

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1000);

/** Payments by Stripe: hosted checkout pages, in the pinned version of the API. */
export class StripePayments extends Payments {
  override readonly mode: PaymentMode;
  private readonly stripe: Stripe;
  private readonly now: () => Date;

  constructor(private readonly settings: StripePaymentsSettings) {
    super();
    this.mode = settings.mode;
    this.stripe = openStripe(settings);
    this.now = settings.now ?? (() => new Date());
  }

  override async openCheckout(checkout: NewCheckout): Promise<CheckoutPage> {
    const { reference, userId, purpose, price, title } = checkout;
    const metadata = { reference, kind: purpose.kind, ...(userId !== null && { userId }) };
    const session = await asking(() =>
      this.stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: reference,
          metadata,
          payment_intent_data: { metadata },
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: price.currency,
                unit_amount: price.amount,
                product_data: { name: title },
              },
            },
          ],
          submit_type: purpose.kind === 'donation' ? 'donate' : 'pay',
          // The amount that we start is the amount that is paid, in our currency.
          adaptive_pricing: { enabled: false },
          automatic_tax: { enabled: false },
          allow_promotion_codes: false,
          expires_at: secondsOf(new Date(checkout.expiresAt)),
          success_url: checkout.successUrl,
          cancel_url: checkout.cancelUrl,
        },
        { idempotencyKey: reference, ...waitedFor(this.settings) },
      ),
    );
    if (session.url === null) throw new Error(`checkout session ${session.id} has no page`);
    return { sessionId: session.id, url: session.url };
  }

  override async closeCheckout(sessionId: string): Promise<PaymentSeen> {
    const closed = await asking(() =>
      this.stripe.checkout.sessions.expire(
        sessionId,
        { expand: ['payment_intent'] },
        waitedFor(this.settings),
      ),
    );
    return sessionSeen(closed);
  }

  override async observe(objectId: string, limitMs?: number): Promise<readonly Observation[]> {
    const prefix = objectId.split('_', 1)[0] ?? '';
    const seen = await askingFor(() => this.observed(prefix, objectId, within(limitMs)));
    return seen ?? [];
  }

  private async observed(
    prefix: string,
    id: string,
    limit: Stripe.RequestOptions,
  ): Promise<readonly Observation[]> {
    const { checkout, paymentIntents, charges, refunds, disputes, radar } = this.stripe;
    const expand = { expand: PAYMENT };
    switch (prefix) {
      case 'cs':
        return [sessionSeen(await checkout.sessions.retrieve(id, { expand: ['payment_intent'] }, limit))];
      case 'pi':
        return [intentSeen(await paymentIntents.retrieve(id, {}, limit))];
      case 'ch':
      case 'py': {
        const intentId = idOf((await charges.retrieve(id, {}, limit)).payment_intent);
        const refundsOf = intentId === null ? { charge: id } : { payment_intent: intentId };
        return (await this.refundsOf(refundsOf, limit)).map(refundSeen);
      }
      case 're':
      case 'pyr':
        return [refundSeen(await refunds.retrieve(id, expand, limit))];
      case 'dp':
      case 'du':
        return [disputeSeen(await disputes.retrieve(id, expand, limit))];
      case 'issfr':
        return [warningSeen(await radar.earlyFraudWarnings.retrieve(id, expand, limit))];
      default:
        return [];
    }
  }

  private refundsOf(
    of: { charge: string } | { payment_intent: string },
    limit: Stripe.RequestOptions,
  ): Promise<Stripe.Refund[]> {
    return allOf(() => this.stripe.refunds.list({ ...of, limit: PAGE, expand: LISTED_PAYMENT }, limit));
  }

  override async probe(): Promise<void> {
    const once = { maxNetworkRetries: 0 };
    await asking(() => this.stripe.balanceTransactions.list({ limit: 1 }, once));
  }

  override async receiptUrl(paymentIntentId: string): Promise<string | null> {
    const intent = await askingFor(() =>
      this.stripe.paymentIntents.retrieve(
        paymentIntentId,
        { expand: ['latest_charge'] },
        waitedFor(this.settings),
      ),
    );
    const charge = intent?.latest_charge;
    return typeof charge === 'string' ? null : (charge?.receipt_url ?? null);
  }

  override async refund(order: RefundOrder, limitMs?: number): Promise<readonly Observation[]> {
    const { paymentIntentId, reference, refundId, amount } = order;
    const limit = within(limitMs);
    const known = await this.refundsOf({ payment_intent: paymentIntentId }, limit);
    if (known.some(({ metadata }) => metadata?.['refundId'] === refundId)) return known.map(refundSeen);
    const started = await asking(() =>
      this.stripe.refunds.create(
        {
          payment_intent: paymentIntentId,
          amount: amount.amount,
          metadata: { reference, refundId },
          expand: PAYMENT,
        },
        { idempotencyKey: refundId, ...limit },
      ),
    );
    return [started, ...known].map(refundSeen);
  }

  override verify(body: Buffer, signatures: readonly string[], now: Date): ProviderEvent {
    return readWebhook(body, signatures, this.settings.webhookSecrets, now);
  }

  /** Day by day, because Stripe lists the newest first. */
  override async *events(since: Date): AsyncIterable<ProviderEvent> {
    const end = secondsOf(this.now()) + 1;
    let start = Math.max(secondsOf(since), end - EVENT_DAYS * DAY_SECONDS);
    while (start < end) {
      const created = { gte: start, lt: Math.min(start + DAY_SECONDS, end) };
      const types = [...HANDLED_TYPES];
      const events = await allOf(() => this.stripe.events.list({ created, types, limit: PAGE }));
      yield* events.reverse().flatMap((event) => reduceEvent(event) ?? []);
      start = created.lt;
    }
  }

  override async *movements(since: Date): AsyncIterable<Movement> {
    const { charges, refunds, disputes } = this.stripe;
    const from = { created: { gte: secondsOf(since) }, limit: PAGE };
    const expand = LISTED_PAYMENT;
    const charged = askingForAll(() => charges.list({ ...from, expand: ['data.payment_intent'] }));
    for await (const charge of charged) yield chargeMovement(charge);
    for await (const refund of askingForAll(() => refunds.list({ ...from, expand }))) {
      yield returnMovement(refund);
    }
    for await (const dispute of askingForAll(() => disputes.list({ ...from, expand }))) {
      yield returnMovement(dispute);
    }
  }

  override async *balance(since: Date): AsyncIterable<BalanceLine> {
    const list = () =>
      this.stripe.balanceTransactions.list({ created: { gte: secondsOf(since) }, limit: PAGE });
    for await (const line of askingForAll(list)) yield lineOf(line);
  }
}

/** ISO 8601 of seconds since 1970. */
const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/** A charge, with its payment intent expanded. */
function chargeMovement(charge: Stripe.Charge): Movement {
  const { payment_intent } = charge;
  const reference = referenceOf({ payment_intent, charge });
  return { ...movement('charge', charge, charge.status), reference };
}

/** A refund or dispute, with its charge and payment intent expanded. */
function returnMovement(thing: Stripe.Refund | Stripe.Dispute): Movement {
  return { ...movement(thing.object, thing, thing.status ?? 'unknown'), reference: referenceOf(thing) };
}

function movement(
  kind: Movement['kind'],
  { id, amount, currency, created, payment_intent }: Stripe.Charge | Stripe.Refund | Stripe.Dispute,
  state: string,
) {
  const paymentIntentId = idOf(payment_intent);
  const createdAt = timeOf(created);
  return { kind, objectId: id, paymentIntentId, amount: { amount, currency }, state, createdAt };
}

export function lineOf(line: Stripe.BalanceTransaction): BalanceLine {
  const { id, type, currency, amount, fee, net } = line;
  return {
    id,
    objectId: idOf(line.source),
    type,
    currency,
    amount,
    fee,
    net,
    exchangeRate: line.exchange_rate,
    createdAt: timeOf(line.created),
  };
}
