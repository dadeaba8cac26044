import type { Decider } from '../moderation/self-decision.js';
import { type Money, isSameMoney } from '../money.js';
import {
  type PaymentState,
  type StartedPayment,
  isMoneyGone,
  isRefundUnderWay,
  leftOf,
  openWarningsOf,
  refundableIntentOf,
} from './payment-state.js';

/** What an admin may do about a payment now. */
export interface PossibleActs {
  /** Ask the provider for it again. */
  readonly observe: boolean;
  readonly grant: boolean;
  readonly dismiss: boolean;
  readonly decline: boolean;
  readonly refund: boolean;
  /** The most that can be refunded; null if nothing can, or if only the provider knows what was paid. */
  readonly mostRefundable: Money | null;
  /** The lost disputes that are not decided yet. */
  readonly disputes: readonly string[];
  readonly dismissWarnings: boolean;
}

export function possibleActs(
  payment: StartedPayment,
  {
    decider,
    isBuyerDeleted,
    isRefundAsked,
  }: {
    readonly decider: Decider;
    readonly isBuyerDeleted: boolean;
    /** Whether a refund waits for an owner. */
    readonly isRefundAsked: boolean;
  },
): PossibleActs {
  const { userId } = payment.started;
  const isOthers = userId === null || !decider.accountIds.includes(userId);
  const { parked, confirmedAt, refundRequest, isRefundFailed, disputes } = payment;
  const wasPaid = confirmedAt !== null || (parked?.paymentIntentId ?? null) !== null;
  const left = leftOf(payment, null);
  const refund =
    isOthers &&
    !isRefundAsked &&
    refundableIntentOf(payment) !== null &&
    !isRefundUnderWay(payment) &&
    !isMoneyGone(payment) &&
    left?.amount !== 0;
  return {
    observe: payment.checkout !== null && confirmedAt === null,
    grant: isOthers && parked !== null && wasPaid && !isBuyerDeleted,
    dismiss: isOthers && (parked !== null || isRefundFailed),
    decline: isOthers && (refundRequest?.isOpen ?? false),
    refund,
    mostRefundable: refund ? left : null,
    disputes: Object.keys(disputes).filter((id) => isOthers && isUndecided(id, payment)),
    dismissWarnings: isOthers && openWarningsOf(payment).length > 0,
  };
}

/**
 * The refunds of ours that gave nothing back: rejected, or failed at the provider. The provider does not say which of ours
 * has failed, so the amount does.
 */
export function refundsInVain({ startedRefunds, refunds }: PaymentState): readonly string[] {
  const failed = Object.values(refunds).filter(({ state }) => state === 'failed' || state === 'canceled');
  return Object.entries(startedRefunds).flatMap(([refundId, { amount, isRejected }]) => {
    if (isRejected) return [refundId];
    const index = failed.findIndex((one) => isSameMoney(one.amount, amount));
    if (index < 0) return [];
    failed.splice(index, 1);
    return [refundId];
  });
}

function isUndecided(disputeId: string, { disputes, resolvedDisputes }: PaymentState): boolean {
  return disputes[disputeId]?.state === 'lost' && !resolvedDisputes[disputeId];
}
