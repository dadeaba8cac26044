import type { Stripe } from 'stripe';
import type { BalanceLine, Movement } from './payments.port.js';
import { idOf, referenceOf } from './stripe-observations.js';

/** ISO 8601 of seconds since 1970. */
const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/** A charge, with its payment intent expanded. */
export function chargeMovement(charge: Stripe.Charge): Movement {
  const { payment_intent } = charge;
  const reference = referenceOf({ payment_intent, charge });
  return { ...movement('charge', charge, charge.status), reference };
}

/** A refund or dispute, with its charge and payment intent expanded. */
export function returnMovement(thing: Stripe.Refund | Stripe.Dispute): Movement {
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
