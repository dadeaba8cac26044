import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Stripe } from 'stripe';
import { RandomIds } from '../../../src/infrastructure/clock/system-clock.js';
import type { NewCheckout } from '../../../src/infrastructure/payments/payments.port.js';
import { SANDBOX_KEY } from '../../../src/infrastructure/payments/sandbox/sandbox-api.js';
import { StripeSandbox } from '../../../src/infrastructure/payments/sandbox/stripe-sandbox.js';
import { type StripeClientSettings, openStripe } from '../../../src/infrastructure/payments/stripe-client.js';
import { StripePayments } from '../../../src/infrastructure/payments/stripe-payments.js';
import { TestClock } from '../app.js';

/** The time of the machine, as servers in other processes have it. */
export class RealTime extends TestClock {
  override now(): Date {
    return new Date();
  }
}

export const WEBHOOK_SECRET = 'whsec_of_the_sandbox';

/** Stripe, played by the sandbox, and the adapter on it. */
export interface StripeStage {
  readonly clock: TestClock;
  readonly sandbox: StripeSandbox;
  readonly payments: StripePayments;
  /** Stripe's library as others would use it, to make objects that are not ours. */
  readonly stripe: Stripe;
  /** A checkout of ours with these differences. */
  checkout(differences?: Partial<NewCheckout>): NewCheckout;
  /** A paid checkout of ours. */
  paid(differences?: Partial<NewCheckout>): Promise<PaidCheckout>;
  close(): Promise<void>;
}

/** A checkout that was paid. */
export interface PaidCheckout {
  readonly sessionId: string;
  readonly paymentIntentId: string;
  readonly chargeId: string;
  readonly reference: string;
}

/**
 * Opens the stage.
 * @param reach how the adapter reaches the sandbox; in this process by default
 */
export async function openStage(
  reach: (
    sandbox: StripeSandbox,
  ) => Promise<Partial<StripeClientSettings>> | Partial<StripeClientSettings> = ({ fetch }) => ({ fetch }),
  clock = new TestClock(),
): Promise<StripeStage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-stripe-'));
  const ids = new RandomIds();
  const sandbox = new StripeSandbox({
    file: path.join(folder, 'sandbox-payments.db'),
    webhookSecret: WEBHOOK_SECRET,
    clock,
    ids,
    logger: { info: () => undefined, error: () => undefined },
  });
  const settings = { secretKey: SANDBOX_KEY, ...(await reach(sandbox)) };
  const payments = new StripePayments({
    ...settings,
    mode: 'test',
    webhookSecrets: [WEBHOOK_SECRET],
    now: () => clock.now(),
  });
  const stripe = openStripe(settings);
  const checkout = (differences: Partial<NewCheckout> = {}): NewCheckout => ({
    reference: ids.uuid(),
    userId: 'ann',
    purpose: { kind: 'boost', boostType: 'mega', postId: null },
    price: { amount: 999, currency: 'usd' },
    title: 'Mega boost',
    expiresAt: new Date(clock.now().getTime() + 60 * 60_000).toISOString(),
    successUrl: 'https://footnote.example/boost?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://footnote.example/boost?cancelled=true',
    ...differences,
  });
  return {
    clock,
    sandbox,
    payments,
    stripe,
    checkout,
    paid: async (differences) => {
      const wanted = checkout(differences);
      const { sessionId } = await payments.openCheckout(wanted);
      sandbox.actOnCheckout(sessionId, 'pay');
      const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] });
      const intent = session.payment_intent as Stripe.PaymentIntent;
      const { reference } = wanted;
      return { sessionId, paymentIntentId: intent.id, chargeId: intent.latest_charge as string, reference };
    },
    close: async () => {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
