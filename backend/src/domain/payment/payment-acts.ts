import { Rejected } from '../../kernel/aggregate.js';
import type * as commands from './payment.commands.js';
import { written } from '../currencies.js';
import { type Decider, refuseOwnPayment } from '../moderation/decisions.js';
import { type Money, isSameMoney } from '../money.js';
import {
  type Decision,
  type Payment,
  type StartedPayment,
  factsOf,
  paidOf,
  refundableIntentOf,
  refundedOf,
  requireStarted,
} from './payment-state.js';

/** What admins decide about payments. */

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

export const grantPayment = (
  { reference, actId, note, paid, isBuyerDeleted, decider }: commands.GrantPayment,
  payment: Payment,
): Decision => {
  if (payment.acts.includes(actId)) return [];
  requireParked(payment, decider);
  if (isBuyerDeleted) {
    throw new Rejected('conflict', 'The account of the buyer is deleted. Please refund the payment.');
  }
  const resolved = { type: 'PaymentResolved', data: { reference, actId, outcome: 'granted', note } } as const;
  if (payment.confirmedAt) return [resolved];
  const { paymentIntentId } = payment.parked;
  if (!paymentIntentId) throw new Rejected('conflict', 'Nothing was paid yet.');
  const price = paid ?? payment.started.price;
  return [resolved, { type: 'PaymentConfirmed', data: { ...factsOf(payment), price, paymentIntentId } }];
};

export const dismissPayment = (
  { reference, actId, note, decider }: commands.DismissPayment,
  payment: Payment,
): Decision => {
  requireStarted(payment);
  if (payment.acts.includes(actId)) return [];
  refuseOwnPayment(decider, payment.started.userId);
  if (payment.parked === null && !payment.isRefundFailed) throw notParked();
  return [{ type: 'PaymentResolved', data: { reference, actId, outcome: 'dismissed', note } }];
};

export const declineRefund = (
  { actId, reason, decider }: commands.DeclineRefund,
  payment: Payment,
): Decision => {
  requireStarted(payment);
  if (payment.acts.includes(actId)) return [];
  refuseOwnPayment(decider, payment.started.userId);
  if (!payment.refundRequest?.isOpen) throw new Rejected('conflict', 'There is no open refund request.');
  const { requestId } = payment.refundRequest;
  return [{ type: 'RefundDeclined', data: { ...factsOf(payment), actId, requestId, reason } }];
};

export const startRefund = (
  { reference, refundId, amount, paid, begun, reason, inTerminal, decider }: commands.StartRefund,
  payment: Payment,
): Decision => {
  requireStarted(payment);
  if (payment.startedRefunds[refundId]) return [];
  refuseOwnPayment(decider, payment.started.userId);
  if (refundableIntentOf(payment) === null) {
    throw new Rejected('conflict', 'This payment was not confirmed.');
  }
  if (isRefundUnderWay(payment)) {
    throw new Rejected('conflict', 'A refund of this payment is under way. Please wait until it is done.');
  }
  if (isMoneyGone(payment)) {
    throw new Rejected('conflict', 'A dispute took the money back. It cannot be refunded, too.');
  }
  if (begun !== null && begun !== Object.keys(payment.startedRefunds).length) {
    throw new Rejected('conflict', 'Another refund of this payment was started meanwhile.');
  }
  const left = leftOf(payment, paid);
  if (left !== null && left.amount < 1) throw new Rejected('conflict', 'Nothing is left to refund.');
  const wanted = amount ?? left;
  if (!wanted || !Number.isSafeInteger(wanted.amount) || wanted.amount < 1) {
    throw new Rejected('invalid', 'A refund is a whole number of the smallest unit, 1 or more.');
  }
  if (left !== null && (wanted.currency !== left.currency || wanted.amount > left.amount)) {
    throw new Rejected('conflict', `At most ${written(left)} can be refunded.`);
  }
  return [{ type: 'RefundStarted', data: { reference, refundId, amount: wanted, reason, inTerminal } }];
};

export const resolveDispute = (
  { actId, disputeId, boost, note, decider }: commands.ResolveDispute,
  payment: Payment,
): Decision => {
  requireStarted(payment);
  if (payment.acts.includes(actId)) return [];
  refuseOwnPayment(decider, payment.started.userId);
  if (payment.disputes[disputeId]?.state !== 'lost') {
    throw new Rejected('conflict', 'Only a lost dispute can be resolved.');
  }
  const decided = payment.resolvedDisputes[disputeId];
  if (decided) throw new Rejected('conflict', `This dispute was decided already: ${decided}.`);
  return [{ type: 'DisputeResolved', data: { ...factsOf(payment), actId, disputeId, boost, note } }];
};

export const dismissFraudWarnings = (
  { actId, note, decider }: commands.DismissFraudWarnings,
  payment: Payment,
): Decision => {
  requireStarted(payment);
  if (payment.acts.includes(actId)) return [];
  refuseOwnPayment(decider, payment.started.userId);
  const warningIds = openWarningsOf(payment);
  if (warningIds.length === 0) throw new Rejected('conflict', 'There is no open warning of fraud.');
  return [{ type: 'FraudWarningsDismissed', data: { ...factsOf(payment), actId, warningIds, note } }];
};

type ParkedPayment = StartedPayment & { readonly parked: NonNullable<Payment['parked']> };

function requireParked(payment: Payment, decider: Decider): asserts payment is ParkedPayment {
  requireStarted(payment);
  refuseOwnPayment(decider, payment.started.userId);
  if (payment.parked === null) throw notParked();
}

function notParked(): Rejected {
  return new Rejected('conflict', 'This payment is not parked.');
}

/**
 * What was not given back; null if it is unknown.
 * @param seen what the provider shows of a payment that is not confirmed: it may differ from the price
 */
function leftOf(payment: StartedPayment, seen: Money | null): Money | null {
  const paid = payment.confirmedAt === null ? seen : paidOf(payment);
  return paid && { ...paid, amount: paid.amount - refundedOf(payment).amount };
}

/**
 * The refunds of ours that gave nothing back: rejected, or failed at the provider. The provider does not say which of ours
 * has failed, so the amount does.
 */
export function refundsInVain({ startedRefunds, refunds }: Payment): readonly string[] {
  const failed = Object.values(refunds).filter(({ state }) => state === 'failed' || state === 'canceled');
  return Object.entries(startedRefunds).flatMap(([refundId, { amount, isRejected }]) => {
    if (isRejected) return [refundId];
    const index = failed.findIndex((one) => isSameMoney(one.amount, amount));
    if (index < 0) return [];
    failed.splice(index, 1);
    return [refundId];
  });
}

/** Whether we have started a refund that the provider has neither shown nor rejected. */
function isRefundUnderWay({ startedRefunds, refunds }: Payment): boolean {
  const accepted = Object.values(startedRefunds).filter(({ isRejected }) => !isRejected);
  return accepted.length > Object.keys(refunds).length;
}

/** Whether an open or lost dispute has taken the money: the provider rejects refunds then. */
function isMoneyGone({ disputes }: Payment): boolean {
  return Object.values(disputes).some(({ state }) => state === 'open' || state === 'lost');
}

function isUndecided(disputeId: string, { disputes, resolvedDisputes }: Payment): boolean {
  return disputes[disputeId]?.state === 'lost' && !resolvedDisputes[disputeId];
}

/** The warnings of fraud that no admin has settled. */
function openWarningsOf({ warnings, dismissedWarnings }: Payment): readonly string[] {
  return warnings.filter((id) => !dismissedWarnings.includes(id));
}
