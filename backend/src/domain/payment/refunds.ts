import { Rejected } from '../../kernel/aggregate.js';
import type * as commands from './payment.commands.js';
import { REFUND_WINDOW_MS, type RefundState } from './payment.events.js';
import {
  type Decision,
  type Payment,
  type StartedPayment,
  factsOf,
  paidOf,
  refundedOf,
  requireStarted,
} from './payment-state.js';

/** Decisions about refunds that the buyer asks for, and that the provider rejects or shows. */

/** A state never goes back to one with a lower number: an older notice changes nothing. */
export const REFUND_ORDER: Readonly<Record<RefundState, number>> = {
  pending: 0,
  succeeded: 1,
  failed: 2,
  canceled: 2,
};

export const requestRefund = (
  { userId, requestId, isUnclaimed, now }: commands.RequestRefund,
  payment: Payment,
): Decision => {
  requireStarted(payment);
  const facts = factsOf(payment);
  if (facts.userId !== userId) throw new Rejected('notFound', 'Payment not found');
  if (payment.refundRequest?.isOpen) return [];
  if (payment.refundRequest) throw new Rejected('conflict', 'This refund has already been decided.');
  if (!payment.confirmedAt || facts.purpose.kind !== 'boost') {
    throw new Rejected('conflict', 'Only paid boosts can be refunded.');
  }
  if (!isUnclaimed) throw new Rejected('conflict', 'A boost that was used cannot be refunded.');
  if (Date.parse(now) - Date.parse(payment.confirmedAt) > REFUND_WINDOW_MS) {
    throw new Rejected('conflict', 'A refund can be requested for 7 days after the payment.');
  }
  return [{ type: 'RefundRequested', data: { ...facts, requestId } }];
};

export const rejectRefund = (wish: commands.RejectRefund, payment: Payment): Decision => {
  requireStarted(payment);
  const known = payment.startedRefunds[wish.refundId];
  return !known || known.isRejected ? [] : [{ type: 'RefundRejected', data: wish }];
};

export const observeRefund = (seen: commands.ObserveRefund, payment: Payment): Decision => {
  requireStarted(payment);
  const { providerRefundId, amount, state } = seen;
  const known = payment.refunds[providerRefundId];
  if (known && REFUND_ORDER[state] <= REFUND_ORDER[known.state]) return [];
  const refundedTotal = refundedOf({
    ...payment,
    refunds: { ...payment.refunds, [providerRefundId]: { amount, state } },
  });
  const price = paidOf(payment);
  const observed = {
    type: 'RefundObserved',
    data: {
      ...factsOf(payment),
      providerRefundId,
      amount,
      state,
      refundedTotal,
      price,
      before: known?.state ?? null,
    },
  } as const;
  return [observed, ...parkingAfter(state, payment)];
};

/**
 * A parked payment is settled once the provider shows the refund that an admin has started. It is parked again if that
 * refund fails, so that no money is kept unnoticed.
 */
function parkingAfter(state: RefundState, payment: StartedPayment): Decision {
  const { reference } = payment.started;
  if (payment.confirmedAt) return [];
  const isFailed = state === 'failed' || state === 'canceled';
  const isOurs = Object.values(payment.startedRefunds).some(({ isRejected }) => !isRejected);
  if (payment.parked && !isFailed && isOurs) {
    return [{ type: 'PaymentResolved', data: { reference, actId: null, outcome: 'refunded', note: '' } }];
  }
  const before = payment.resolved.at(-1);
  if (!isFailed || payment.parked || !before) return [];
  const { paymentIntentId } = before;
  return [
    { type: 'PaymentParked', data: { reference, reason: 'The refund failed.', paymentIntentId, paid: null } },
  ];
}
