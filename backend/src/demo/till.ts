import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { SitePrices } from '../api/boosts/checkouts.service.js';
import type { Purpose } from '../domain/payment/payment-facts.js';
import { Payment } from '../domain/payment/payment.js';
import { Payments, PaymentRefusedError } from '../infrastructure/payments/payments.port.js';
import { PaymentSandbox } from '../infrastructure/payments/sandbox/payment-sandbox.port.js';
import { actAs } from '../kernel/causation.js';
import { Clock } from '../kernel/clock.js';
import { States } from '../kernel/states.js';
import { PaymentConsequences } from '../reactions/payments/payment-consequences.js';
import { recordObservation } from '../reactions/payments/provider-objects.js';
import type { Buy, TakeBack } from './scenes.js';

const CHECKOUT_MS = 3_600_000;
/** Where a buyer would come back to. The site has no address before it listens. */
const BACK = 'http://footnote.localhost/boost';

/**
 * Plays purchases, and what gives their money back, in the payment sandbox; nothing without one. The webhooks about them
 * are not sent, because the scenes record all that they would say. Playing a scene again changes nothing.
 */
export class Till {
  private readonly references = new Map<string, string>();
  private readonly commands: CommandBus;
  private readonly payments: Payments;
  private readonly sandbox: PaymentSandbox | null;
  private readonly states: States;

  constructor(private readonly app: INestApplicationContext) {
    this.commands = app.get(CommandBus, { strict: false });
    this.payments = app.get(Payments, { strict: false });
    this.sandbox = app.get<PaymentSandbox | null>(PaymentSandbox, { strict: false });
    this.states = app.get(States, { strict: false });
  }

  /** @param reference of the payment, the same whenever the scene is played */
  async buy({ purchase, boostType }: Buy, reference: string, userId: string, postId: string | null) {
    this.references.set(purchase, reference);
    const purpose: Purpose = boostType ? { kind: 'boost', boostType, postId } : { kind: 'donation' };
    const sessionId = await this.checkOut(reference, userId, purpose);
    if (sessionId === null) return;
    if (this.sandbox?.checkout(sessionId)?.status === 'open') this.sandbox.actOnCheckout(sessionId, 'pay');
    await this.record(reference, [sessionId]);
  }

  async takeBack({ purchase, by }: TakeBack): Promise<void> {
    const reference = this.references.get(purchase);
    if (reference === undefined) return;
    const { paymentIntentId } = await this.states.of(Payment, reference);
    const paid = paymentIntentId === null ? null : this.sandbox?.payment(paymentIntentId);
    if (!paid) return;
    const isDone = paid.refunds.length + paid.disputes.length > 0;
    if (!isDone) this.sandbox?.actOnPayment(paid.paymentIntentId, by, null);
    const { refunds = [], disputes = [] } = this.sandbox?.payment(paid.paymentIntentId) ?? {};
    await this.record(reference, [
      ...refunds.map(({ refundId }) => refundId),
      ...disputes.map(({ disputeId }) => disputeId),
    ]);
  }

  /** Starts and opens a checkout. Returns its session; null if an earlier run was interrupted too long ago. */
  private async checkOut(reference: string, userId: string, purpose: Purpose): Promise<string | null> {
    if (!this.sandbox) return null;
    const { currency, boosts, donation } = this.app.get(SitePrices, { strict: false }).list;
    const amount =
      purpose.kind === 'boost' ? boosts[purpose.boostType] : (donation.presets[0] ?? donation.least);
    const price = { amount, currency };
    const ends = new Date(this.app.get(Clock, { strict: false }).now().getTime() + CHECKOUT_MS);
    const before = await this.states.of(Payment, reference);
    const expiresAt = before.started?.expiresAt ?? ends.toISOString();
    const started = { reference, userId, purpose, price, mode: 'test' as const, expiresAt };
    await this.commands.execute(Payment.StartCheckout(started));
    const title = purpose.kind === 'donation' ? 'Donation' : 'Boost';
    const pages = { title, successUrl: BACK, cancelUrl: BACK };
    try {
      const page = before.checkout ?? (await this.payments.openCheckout({ ...started, ...pages }));
      await this.commands.execute(Payment.OpenCheckout({ reference, ...page }));
      return page.sessionId;
    } catch (error) {
      if (error instanceof PaymentRefusedError) return null;
      throw error;
    }
  }

  /** Records what the provider shows of these objects, and what follows from it. */
  private record(reference: string, objectIds: readonly string[]): Promise<void> {
    return actAs({ kind: 'stripe', id: null }, () => this.recordObserved(reference, objectIds));
  }

  private async recordObserved(reference: string, objectIds: readonly string[]): Promise<void> {
    const parts = { commands: this.commands, states: this.states };
    for (const id of objectIds) {
      for (const seen of await this.payments.observe(id)) await recordObservation(parts, seen);
    }
    await this.app.get(PaymentConsequences, { strict: false }).settle(reference);
    this.sandbox?.forgetDeliveries();
  }
}
