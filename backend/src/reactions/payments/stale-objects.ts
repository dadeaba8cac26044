import { DISPUTE_ORDER } from '../../domain/payment/payment.js';
import { REFUND_ORDER } from '../../domain/payment/refunds.js';
import type { Observation, ProviderEvent } from '../../infrastructure/payments/payments.port.js';
import { NotYetKnownError } from '../../kernel/reaction.js';

type Ranks = Readonly<Record<string, number>>;

/** How far a payment is. It never goes back to a state with a lower number. */
const PAYMENT_ORDER: Ranks = { unpaid: 0, pending: 1, failed: 2, expired: 2, paid: 3 };

/** What is known of an object before it is fetched. */
export interface Claim {
  /** Its state, in the words of our log; null if nothing is known of it. */
  readonly state: string | null;
  /** What was given back of the charge, in the smallest unit. */
  readonly refunded?: number;
}

/** What a notice says of its object. A session that is complete and unpaid says nothing: money is on its way, or is not. */
export function claimOf({ eventType, fields }: ProviderEvent): Claim {
  const { payment_status: paid, status, amount_refunded: refunded } = fields;
  if (eventType === 'checkout.session.async_payment_failed') return { state: 'failed' };
  if (eventType.startsWith('checkout.session.')) return { state: paid === 'paid' ? 'paid' : null };
  if (eventType === 'charge.refunded') return { state: null, refunded: Number(refunded) };
  return { state: typeof status === 'string' ? (DISPUTE_WORDS[status] ?? status) : null };
}

/** Without `prevented`: what that means depends on where the money is. */
const DISPUTE_WORDS: Readonly<Record<string, string>> = {
  warning_closed: 'inquiry closed',
  needs_response: 'open',
  under_review: 'open',
};

/**
 * Makes a notice wait while the provider shows its object as it was before: its servers need not agree at once.
 * @throws NotYetKnownError
 */
export function requireCurrent(claim: Claim, objectId: string, seen: readonly Observation[]): void {
  if (seen.length === 0) throw new NotYetKnownError(`the provider shows no ${objectId}`);
  const stale = seen.find((observation) => isBehind(claim, observation));
  const refunds = seen.flatMap((one) => (one.kind === 'refund' ? [one.amount.amount] : []));
  const isLacking = refunds.reduce((sum, amount) => sum + amount, 0) < (claim.refunded ?? 0);
  if (!stale && !isLacking) return;
  throw new NotYetKnownError(`the provider still shows ${objectId} as it was before its notice`);
}

function isBehind({ state }: Claim, seen: Observation): boolean {
  if (state === null || seen.kind === 'fraud warning') return false;
  const [order, shown]: [Ranks, string] =
    seen.kind === 'payment'
      ? [PAYMENT_ORDER, seen.state]
      : seen.kind === 'refund'
        ? [REFUND_ORDER, seen.state]
        : [DISPUTE_ORDER, seen.dispute.state];
  return (order[shown] ?? 0) < (order[state] ?? 0);
}
