import { DISPUTE_ORDER } from '../../domain/payment/disputes.js';
import { REFUND_ORDER } from '../../domain/payment/refunds.js';
import type { Observation, ProviderEvent } from '../../infrastructure/payments/payments.port.js';

type Ranks = Readonly<Record<string, number>>;

/** How far a payment is. It never goes back to a state with a lower number. */
const PAYMENT_ORDER: Ranks = { unpaid: 0, pending: 1, failed: 2, expired: 2, paid: 3 };

/** What is known of an object before it is fetched; null for what is not. */
export interface Claim {
  /** Its state, in the words of our log. */
  readonly state: string | null;
  /** What was given back of the charge, in the smallest unit. */
  readonly refunded: number | null;
  /** How often the money of the dispute has moved. */
  readonly moves: number | null;
}

const NOTHING: Claim = { state: null, refunded: null, moves: null };

const MOVES: Readonly<Record<string, number>> = {
  'charge.dispute.funds_withdrawn': 1,
  'charge.dispute.funds_reinstated': 2,
};

/** Without `lost`, which an appeal opens again, and `prevented`, which depends on where the money is. */
const DISPUTE_WORDS: Readonly<Record<string, string | null>> = {
  warning_closed: 'inquiry closed',
  needs_response: 'open',
  under_review: 'open',
  lost: null,
};

/** What a notice says of its object. A session that is complete and unpaid says nothing: money is on its way, or is not. */
export function claimOf({ eventType, fields }: ProviderEvent): Claim {
  const { payment_status: paid, status, amount_refunded: refunded } = fields;
  if (eventType === 'checkout.session.async_payment_failed') return { ...NOTHING, state: 'failed' };
  if (eventType.startsWith('checkout.session.'))
    return { ...NOTHING, state: paid === 'paid' ? 'paid' : null };
  if (eventType === 'charge.refunded') return { ...NOTHING, refunded: Number(refunded) };
  const state = typeof status === 'string' ? status : '';
  const known = eventType.startsWith('charge.dispute.') ? DISPUTE_WORDS[state] : undefined;
  return { ...NOTHING, state: known === undefined ? state : known, moves: MOVES[eventType] ?? null };
}

/**
 * Why the provider shows an object as it was before its notice: its servers need not agree at once. Null if it is as new, or
 * newer.
 */
export function staleness(claim: Claim, objectId: string, seen: readonly Observation[]): string | null {
  if (seen.length === 0) return `the provider shows no ${objectId}`;
  const refunds = seen.flatMap((one) => (one.kind === 'refund' ? [one.amount.amount] : []));
  const refunded = refunds.reduce((sum, amount) => sum + amount, 0);
  const isStale = refunded < (claim.refunded ?? 0) || seen.some((one) => isBehind(claim, one));
  return isStale ? `the provider still shows ${objectId} as it was before its notice` : null;
}

function isBehind({ state, moves }: Claim, seen: Observation): boolean {
  switch (seen.kind) {
    case 'payment':
      return isBefore(seen.state, state, PAYMENT_ORDER);
    case 'refund':
      return isBefore(seen.state, state, REFUND_ORDER);
    case 'dispute':
      return isBefore(seen.dispute.state, state, DISPUTE_ORDER) || seen.moves < (moves ?? 0);
    case 'fraud warning':
      return false;
  }
}

function isBefore(shown: string, claimed: string | null, order: Ranks): boolean {
  return (order[shown] ?? 0) < (order[claimed ?? ''] ?? 0);
}
