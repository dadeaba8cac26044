import { isSameMoney } from '../../domain/money.js';
import type { PaymentState } from '../../domain/payment/payment-state.js';
import type { Difference, Side } from '../../domain/payment/reconciliation.js';
import type { Movement, Observation } from '../../infrastructure/payments/payments.port.js';

/** How the provider and the log differ on an object; null if they agree. An unknown amount differs from nothing. */
export function differenceOf(provider: Side | null, log: Side | null): Difference['kind'] | null {
  if (!provider) return log ? 'not at the provider' : null;
  if (!log) return 'not in the log';
  if (provider.amount && log.amount && !isSameMoney(provider.amount, log.amount)) {
    return provider.amount.currency === log.amount.currency ? 'amount differs' : 'currency differs';
  }
  return provider.state === log.state ? null : 'state differs';
}

/** What the log knows of the object, in the payment that it belongs to; null for nothing. */
export function sideInLog(kind: Movement['kind'], objectId: string, payment: PaymentState): Side | null {
  if (kind === 'refund') return payment.refunds[objectId] ?? null;
  if (kind === 'dispute') return payment.disputes[objectId] ?? null;
  const { started, confirmedAt, paid, parked, isPending } = payment;
  if (!started) return null;
  const amount = paid ?? started.price;
  if (confirmedAt !== null) return { amount, state: 'paid' };
  if (parked?.paymentIntentId) return { amount, state: 'parked' };
  return isPending ? { amount, state: 'pending' } : null;
}

/** Whether an admin has decided on the charge of this PaymentIntent, which did not match what we started. */
export function isDecided({ parked, resolved }: PaymentState, intentId: string | null): boolean {
  return parked === null && intentId !== null && resolved.some((one) => one.paymentIntentId === intentId);
}

const STATE_OF_CHARGE: Readonly<Record<string, string>> = { succeeded: 'paid', pending: 'pending' };
const ENDS_OF_REFUNDS: ReadonlySet<string> = new Set(['succeeded', 'failed', 'canceled']);

/**
 * What a charge or refund in the provider's list says, in the words of the log. Null for a charge that was declined: no
 * money moved.
 */
export function sideOfMovement({ kind, amount, state }: Movement): Side | null {
  if (kind === 'refund') return { amount, state: ENDS_OF_REFUNDS.has(state) ? state : 'pending' };
  const known = STATE_OF_CHARGE[state];
  return known === undefined ? null : { amount, state: known };
}

/** What an observed object says; null if the provider does not know it. */
export function sideOfObservation(seen: readonly Observation[]): Side | null {
  const [observation] = seen;
  switch (observation?.kind) {
    case 'payment':
      return { amount: observation.price, state: observation.state };
    case 'refund':
      return { amount: observation.amount, state: observation.state };
    case 'dispute':
      return { amount: observation.dispute.amount, state: observation.dispute.state };
    case 'fraud warning':
      return { amount: null, state: 'warned' };
    case undefined:
      return null;
  }
}
