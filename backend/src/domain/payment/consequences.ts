import { type BoostState, type Hold, isSameHold } from '../boosts/boost-facts.js';
import { type StartedPayment, paidOf, refundedOf } from './payment-state.js';

/** What a payment means for the boost that it bought, and for the account of its buyer. */
export interface Consequences {
  /** Whether the boost belongs into the wallet. */
  readonly isGranted: boolean;
  /** What stops the boost for now. */
  readonly holds: readonly Hold[];
  /** Why the boost is taken back; null while it is not. */
  readonly revoked: 'refunded' | 'dispute lost' | null;
  /** The disputes for which the account is suspended. */
  readonly suspensions: readonly string[];
}

/**
 * The one table of what refunds and disputes do. It depends on the state of the payment only, not on the order in which
 * the provider's notices arrived:
 *
 * | the provider shows               | the boost                       | the account            |
 * | -------------------------------- | ------------------------------- | ---------------------- |
 * | paid                             | granted                         |                        |
 * | refunded, less than was paid     | stays                           |                        |
 * | refunded, all that was paid      | revoked; back if a refund fails |                        |
 * | a refund is asked for            | held until it is decided        |                        |
 * | an inquiry                       | stays                           |                        |
 * | a dispute, open or lost          | held; an admin decides if lost  | suspended for it       |
 * | a dispute, won                   | released                        | not suspended for it   |
 * | a dispute, lost, and decided     | as the admin decided            | not suspended for it   |
 * | a warning of fraud               | stays; an admin looks at it     |                        |
 */
export function consequencesOf(payment: StartedPayment): Consequences {
  const { started, confirmedAt, disputes, resolvedDisputes, refundRequest } = payment;
  const disputed = Object.values(disputes).filter(
    ({ disputeId, state }) => state === 'open' || (state === 'lost' && !resolvedDisputes[disputeId]),
  );
  // A dispute that an appeal wins later counts as won.
  const isLost = Object.entries(resolvedDisputes).some(
    ([id, boost]) => boost === 'revoked' && disputes[id]?.state === 'lost',
  );
  const isRefunded = refundedOf(payment).amount >= paidOf(payment).amount;
  const requested = refundRequest?.isOpen
    ? [{ kind: 'refund request', id: refundRequest.requestId } as const]
    : [];
  return {
    isGranted: confirmedAt !== null && started.purpose.kind === 'boost',
    holds: [...disputed.map(({ disputeId }) => ({ kind: 'dispute', id: disputeId }) as const), ...requested],
    revoked: (isRefunded && 'refunded') || (isLost && 'dispute lost') || null,
    suspensions: started.userId === null ? [] : disputed.map(({ disputeId }) => disputeId),
  };
}

export type Step = 'grant' | 'revoke' | 'reinstate' | { readonly hold: Hold } | { readonly release: Hold };

/** The steps that bring a boost into the state that its payment asks for, in order. Empty when it is there. */
export function stepsTo(
  { isGranted, holds, revoked }: Consequences,
  boost: BoostState | null,
): readonly Step[] {
  if (!isGranted) return [];
  if (boost === null) return ['grant'];
  if (boost.is === 'ended') return [];
  if (revoked) return boost.is === 'revoked' ? [] : ['revoke'];
  if (boost.is === 'revoked') return ['reinstate'];
  const present = boost.is === 'held' ? boost.holds.filter(({ kind }) => kind !== 'moderation') : [];
  return [
    ...holds.filter((hold) => !present.some(isSameHold(hold))).map((hold) => ({ hold })),
    ...present.filter((hold) => !holds.some(isSameHold(hold))).map((release) => ({ release })),
  ];
}
