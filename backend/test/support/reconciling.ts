import { CommandBus } from '@nestjs/cqrs';
import { Payment } from '../../src/domain/payment/payment.js';
import { StripeEvent } from '../../src/domain/payment/stripe-event.js';
import type { Command } from '../../src/kernel/aggregate.js';
import { States } from '../../src/kernel/states.js';
import { causedBy } from '../../src/kernel/causation.js';
import { PaymentsReader } from '../../src/projections/payments/payments.reader.js';
import {
  type ReconciliationParts,
  ReconciliationRun,
} from '../../src/reactions/reconciliation/reconciliation-run.js';
import { Reconciliation } from '../../src/reactions/reconciliation/reconciliation.js';
import type { ReconciliationReport } from '../../src/reactions/reconciliation/report.js';
import type { RunningApp } from './app.js';
import { heard, sandboxOf } from './payments.js';
import { settled } from './settled.js';
import type { Visitor } from './visitor.js';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

const TEST = {
  actor: { kind: 'system', id: 'test' },
  requestId: null,
  correlationId: 'test',
  causationId: 'test',
} as const;

const NOWHERE = 'http://127.0.0.1:9/';

/** Loses all webhooks from now on. {@link deliverLost} delivers them. */
export function loseWebhooks(app: RunningApp): void {
  sandboxOf(app).deliverTo(NOWHERE);
}

/** Delivers every webhook that was lost, as the provider's own retry would; returns the statuses of the answers. */
export async function deliverLost(app: RunningApp): Promise<number[]> {
  const sandbox = sandboxOf(app);
  const statuses: number[] = [];
  for (const id of sandbox.undelivered()) {
    const { body, signature } = sandbox.webhook(id);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const { status } = await fetch(`${app.url}/api/stripe/webhook`, { method: 'POST', headers, body });
    statuses.push(status);
  }
  await settled(app);
  return statuses;
}

/** Reconciles the last days, once everything so far is processed, and waits for what follows from it. */
export async function reconcile(app: RunningApp, days = 20): Promise<ReconciliationReport> {
  await settled(app);
  const since = new Date(app.clock.now().getTime() - days * DAY);
  const report = await app.server.get(Reconciliation, { strict: false }).reconcile(since);
  await settled(app);
  return report;
}

/** The same with a provider that shows something else in part. */
export async function reconcileWith(
  app: RunningApp,
  changed: Partial<ReconciliationParts['payments']>,
  days = 20,
): Promise<ReconciliationReport> {
  await settled(app);
  const { payments } = app.adapters;
  const now = app.clock.now();
  const run = new ReconciliationRun({
    commands: app.server.get(CommandBus, { strict: false }),
    states: app.server.get(States, { strict: false }),
    reader: app.server.get(PaymentsReader, { strict: false }),
    payments: {
      mode: payments.mode,
      events: (since) => payments.events(since),
      movements: (since) => payments.movements(since),
      balance: (since) => payments.balance(since),
      observe: (id) => payments.observe(id),
      ...changed,
    },
    since: new Date(now.getTime() - days * DAY),
    now,
  });
  const report = await causedBy(TEST, () => run.report());
  await settled(app);
  return report;
}

/** Sends a command outside of a request. */
function execute(app: RunningApp, command: Command<object>): Promise<unknown> {
  const commands = app.server.get(CommandBus, { strict: false });
  return causedBy(TEST, () => commands.execute(command));
}

/** An event of the provider arrives. */
export async function receive(
  app: RunningApp,
  event: Parameters<typeof StripeEvent.ReceiveStripeEvent>[0],
): Promise<void> {
  await execute(app, StripeEvent.ReceiveStripeEvent(event));
}

/**
 * A checkout of USD 1.99 that was paid with another amount, USD 2.50 by default, which is parked. Returns its reference.
 */
export async function parkedPayment(app: RunningApp, browser: Visitor, amount = 250): Promise<string> {
  const expiresAt = new Date(app.clock.now().getTime() + HOUR).toISOString();
  const { body } = await browser.me();
  const purpose = { kind: 'boost', boostType: 'regular', postId: null } as const;
  const reference = crypto.randomUUID();
  const facts = { reference, userId: body.id, purpose };
  const price = { amount: 199, currency: 'usd' };
  await execute(app, Payment.StartCheckout({ ...facts, price, mode: 'test', expiresAt }));
  const page = await app.adapters.payments.openCheckout({
    ...facts,
    price: { ...price, amount },
    title: 'a boost',
    expiresAt,
    successUrl: `${app.url}/boost`,
    cancelUrl: `${app.url}/boost`,
  });
  await execute(app, Payment.OpenCheckout({ reference, ...page }));
  sandboxOf(app).actOnCheckout(page.sessionId, 'pay');
  await heard(app);
  return reference;
}
