import type { Clock, Ids } from '../../../kernel/clock.js';
import type { KernelLogger } from '../../../kernel/logger.js';
import type { Timer } from '../../../kernel/timer.js';
import { SystemTimer } from '../../clock/system-clock.js';
import {
  type CheckoutAct,
  type DisputeAct,
  type PaymentAct,
  PaymentSandbox,
  type SandboxCheckout,
  type SandboxPayment,
} from './payment-sandbox.port.js';
import { SandboxApi } from './sandbox-api.js';
import { SandboxCheckouts } from './sandbox-checkouts.js';
import { type DeliverySettings, SandboxDeliveries, type SignedWebhook } from './sandbox-deliveries.js';
import { SandboxLedger } from './sandbox-ledger.js';
import { type SandboxIntent, feeOf } from './sandbox-objects.js';
import { SandboxReturns, movesOf } from './sandbox-returns.js';
import { SandboxStore } from './sandbox-store.js';

export interface StripeSandboxSettings extends DeliverySettings {
  /** The file of its state; created with the first checkout. */
  readonly file: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: KernelLogger;
  readonly timer?: Timer;
}

/** How often expired checkouts are looked for. */
const EXPIRY_MS = 60_000;

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/**
 * Stripe, played inside the server: an API for the adapter, acts for people, and signed webhooks. State and undelivered
 * webhooks survive a restart.
 */
export class StripeSandbox extends PaymentSandbox {
  private readonly store: SandboxStore;
  private readonly checkouts: SandboxCheckouts;
  private readonly returns: SandboxReturns;
  private readonly deliveries: SandboxDeliveries;
  private readonly api: SandboxApi;
  private readonly timer: Timer;
  private endExpiry: (() => void) | null = null;

  constructor(settings: StripeSandboxSettings) {
    super();
    const { file, clock, ids, logger, timer = new SystemTimer() } = settings;
    this.timer = timer;
    this.store = new SandboxStore(file);
    const ledger = new SandboxLedger(this.store, clock, ids);
    this.checkouts = new SandboxCheckouts(ledger);
    this.returns = new SandboxReturns(ledger);
    this.deliveries = new SandboxDeliveries(this.store, settings, clock, logger, timer);
    this.api = new SandboxApi(ledger, this.checkouts, this.returns);
  }

  /** The `fetch` of Stripe's library that leads here. */
  readonly fetch: typeof fetch = async (input, init) => {
    const answer = await this.api.fetch(input, init);
    this.deliveries.wake();
    return answer;
  };

  override checkout(sessionId: string): SandboxCheckout | null {
    this.act(() => this.checkouts.expireOverdue());
    const session = this.store.find('checkout.session', sessionId);
    if (!session) return null;
    return {
      sessionId,
      title: session.sandbox.title,
      price: { amount: session.amount_total, currency: session.currency },
      status: session.status,
      wasDeclined: session.sandbox.wasDeclined,
      expiresAt: timeOf(session.expires_at),
      successUrl: session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', sessionId),
      cancelUrl: session.cancel_url,
    };
  }

  override payments(limit: number): readonly SandboxPayment[] {
    return this.store.list('payment_intent', { limit }).map((intent) => this.paymentOf(intent));
  }

  override payment(paymentIntentId: string): SandboxPayment | null {
    const intent = this.store.find('payment_intent', paymentIntentId);
    return intent && this.paymentOf(intent);
  }

  override actOnCheckout(sessionId: string, act: CheckoutAct): void {
    const { checkouts } = this;
    const acts = {
      pay: () => checkouts.pay(sessionId),
      'pay-later': () => checkouts.payLater(sessionId),
      decline: () => checkouts.decline(sessionId),
      expire: () => checkouts.expire(sessionId),
    };
    this.act(() => {
      checkouts.expireOverdue();
      acts[act]();
    });
  }

  override actOnPayment(paymentIntentId: string, act: PaymentAct, amount: number | null): void {
    const { checkouts, returns } = this;
    const settle = (arrives: boolean) => {
      const intent = this.store.find('payment_intent', paymentIntentId);
      checkouts.settle(intent?.sandbox.sessionId ?? paymentIntentId, arrives);
    };
    const acts = {
      arrive: () => settle(true),
      fail: () => settle(false),
      refund: () => returns.refund(paymentIntentId, amount, {}),
      inquire: () => returns.dispute(paymentIntentId, true),
      dispute: () => returns.dispute(paymentIntentId, false),
      warn: () => returns.warn(paymentIntentId),
    };
    this.act(() => acts[act]());
  }

  override actOnDispute(disputeId: string, act: DisputeAct): void {
    this.act(() => this.returns.move(disputeId, act));
  }

  override failRefund(refundId: string): void {
    this.act(() => this.returns.failRefund(refundId));
  }

  override deliverTo(endpoint: string): void {
    this.deliveries.start(endpoint);
    this.endExpiry ??= this.timer.every(EXPIRY_MS, () => this.act(() => this.checkouts.expireOverdue()));
  }

  override forgetDeliveries(): void {
    for (const eventId of this.store.undelivered()) this.store.markDelivered(eventId);
  }

  override async close(): Promise<void> {
    this.endExpiry?.();
    await this.deliveries.stop();
    this.store.close();
  }

  /** Resolves once every webhook so far is delivered. */
  settled(): Promise<void> {
    return this.deliveries.settled();
  }

  /** The ids of the events that are not delivered yet, oldest first. */
  undelivered(): readonly string[] {
    return this.store.undelivered();
  }

  /** An event as it would be sent now, for tests that deliver by themselves. @throws Error for an unknown event */
  webhook(eventId: string): SignedWebhook {
    return this.deliveries.signed(eventId);
  }

  /** What is left for us per currency, computed from charges, refunds and disputes, not from the lines of the balance. */
  takings(): Readonly<Record<string, Takings>> {
    return takingsOf(this.store);
  }

  private act(work: () => void): void {
    if (this.store.exists) this.store.transaction(work);
    else work();
    this.deliveries.wake();
  }

  private paymentOf(intent: SandboxIntent): SandboxPayment {
    const { id, currency } = intent;
    const charge = this.store.find('charge', intent.latest_charge);
    const of = { paymentIntent: id, limit: -1 };
    const state = { succeeded: 'paid', processing: 'on its way', requires_payment_method: 'failed' } as const;
    const disputes = this.store.list('dispute', of);
    const left = intent.amount - (charge?.amount_refunded ?? 0);
    const canRefund = left > 0 && !disputes.some(({ sandbox }) => sandbox.isWithdrawn);
    return {
      paymentIntentId: id,
      sessionId: intent.sandbox.sessionId,
      title: intent.sandbox.title,
      price: { amount: intent.amount, currency },
      refunded: { amount: charge?.amount_refunded ?? 0, currency },
      state: state[intent.status],
      paidAt: timeOf(intent.created),
      acts: actsOn(intent, canRefund, charge?.disputed ?? false),
      refunds: this.store.list('refund', of).map((refund) => ({
        refundId: refund.id,
        amount: { amount: refund.amount, currency },
        canFail: refund.status === 'succeeded',
      })),
      disputes: disputes.map((dispute) => ({
        disputeId: dispute.id,
        status: dispute.status,
        isWithdrawn: dispute.sandbox.isWithdrawn,
        acts: movesOf(dispute),
      })),
    };
  }
}

function actsOn({ status }: SandboxIntent, canRefund: boolean, isDisputed: boolean): readonly PaymentAct[] {
  if (status === 'processing') return ['arrive', 'fail'];
  if (status !== 'succeeded') return [];
  return [
    ...(canRefund ? (['refund'] as const) : []),
    ...(isDisputed ? [] : (['inquire', 'dispute'] as const)),
    'warn',
  ];
}

/** Sums in one currency. */
interface Takings {
  readonly charged: number;
  readonly refunded: number;
  readonly disputed: number;
  readonly fees: number;
  /** What is left for us. */
  readonly net: number;
}

const NOTHING: Takings = { charged: 0, refunded: 0, disputed: 0, fees: 0, net: 0 };

/** What is left for us, per currency, summed from the objects and not from the lines of the balance. */
function takingsOf(store: SandboxStore): Readonly<Record<string, Takings>> {
  const takings: Record<string, Takings> = {};
  const add = (currency: string, part: Partial<Takings>) => {
    const sum = { ...NOTHING, ...takings[currency] };
    const { charged = 0, refunded = 0, disputed = 0, fees = 0 } = part;
    takings[currency] = {
      charged: sum.charged + charged,
      refunded: sum.refunded + refunded,
      disputed: sum.disputed + disputed,
      fees: sum.fees + fees,
      net: sum.net + charged - refunded - disputed - fees,
    };
  };
  for (const { status, currency, amount } of store.all('charge')) {
    if (status === 'succeeded') add(currency, { charged: amount, fees: feeOf(amount) });
  }
  for (const { status, currency, amount } of store.all('refund')) {
    if (status === 'succeeded') add(currency, { refunded: amount });
  }
  for (const { currency, amount, sandbox } of store.all('dispute')) {
    add(currency, { disputed: sandbox.isWithdrawn ? amount : 0, fees: sandbox.fees });
  }
  return takings;
}
