import type { Command } from '../../kernel/aggregate.js';
import type { DomainEvents } from '../events.js';
import { Payment } from '../payment/payment.js';
import { StripeEvent } from '../payment/stripe-event.js';
import { type ActDone, FINANCE, MONEY_MOVED, type OfAct, PLAIN, type RowOf } from './act.js';

const onPayment = {
  ...PLAIN,
  subject: 'payment',
  roles: FINANCE,
  undo: { event: null, why: MONEY_MOVED },
} as const;

const paymentOf = ({ subjectId: reference, actId, decider }: OfAct) => ({ reference, actId, decider });

/** Null for an event of the server itself, or from before acts on payments had ids. */
function actOf(
  actId: string | null,
  about: { readonly subjectId: string; readonly ownerId: string | null; readonly note: string | null },
): ActDone | null {
  return actId === null ? null : { actId, ...about, reason: null };
}

type PaymentKind =
  | 'PaymentResolved'
  | 'RefundStarted'
  | 'RefundDeclined'
  | 'DisputeResolved'
  | 'FraudWarningsDismissed'
  | 'StripeEventResolved'
  | 'StripeDifferenceSettled';

/** The acts on payments, which moderators do not see. */
export const PAYMENT_ACTS = {
  PaymentResolved: {
    ...onPayment,
    name: 'Payment settled',
    of: ({ actId, reference, note }: DomainEvents['PaymentResolved']) =>
      actOf(actId, { subjectId: reference, ownerId: null, note }),
  },
  RefundStarted: {
    ...onPayment,
    name: 'Payment refunded',
    of: ({ refundId, reference, reason: note }: DomainEvents['RefundStarted']) =>
      actOf(refundId, { subjectId: reference, ownerId: null, note }),
  },
  RefundDeclined: {
    ...onPayment,
    name: 'Refund declined',
    of: ({ actId, reference, userId, reason: note }: DomainEvents['RefundDeclined']) =>
      actOf(actId, { subjectId: reference, ownerId: userId, note }),
    do: (act): Command => Payment.DeclineRefund({ ...paymentOf(act), reason: act.note }),
  },
  DisputeResolved: {
    ...onPayment,
    name: 'Lost dispute decided',
    of: ({ actId, reference, userId, note }: DomainEvents['DisputeResolved']) =>
      actOf(actId, { subjectId: reference, ownerId: userId, note }),
  },
  FraudWarningsDismissed: {
    ...onPayment,
    name: 'Warnings of fraud dismissed',
    of: ({ actId, reference, userId, note }: DomainEvents['FraudWarningsDismissed']) =>
      actOf(actId, { subjectId: reference, ownerId: userId, note }),
    do: (act): Command => Payment.DismissFraudWarnings({ ...paymentOf(act), note: act.note }),
  },
  StripeEventResolved: {
    ...onPayment,
    name: 'Parked event dismissed',
    of: ({ actId, stripeEventId, note }: DomainEvents['StripeEventResolved']) =>
      actOf(actId, { subjectId: stripeEventId, ownerId: null, note }),
    do: ({ subjectId: stripeEventId, actId, note }): Command =>
      StripeEvent.ResolveStripeEvent({ stripeEventId, actId, note }),
  },
  StripeDifferenceSettled: {
    ...onPayment,
    name: 'Difference settled',
    of: ({ actId, objectId, ownerId, note }: DomainEvents['StripeDifferenceSettled']) =>
      actOf(actId, { subjectId: objectId, ownerId, note }),
  },
} as const satisfies { readonly [Kind in PaymentKind]: RowOf<Kind> };
