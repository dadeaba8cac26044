import type { DomainEvents } from '../events.js';
import { type ActDone, FINANCE, MONEY_MOVED, PLAIN, type RowOf } from './row-facts.js';

const onPayment = {
  ...PLAIN,
  subject: 'payment',
  roles: FINANCE,
  undo: { event: null, why: MONEY_MOVED },
} as const;

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
  },
  StripeEventResolved: {
    ...onPayment,
    name: 'Parked event dismissed',
    of: ({ actId, stripeEventId, note }: DomainEvents['StripeEventResolved']) =>
      actOf(actId, { subjectId: stripeEventId, ownerId: null, note }),
  },
  StripeDifferenceSettled: {
    ...onPayment,
    name: 'Difference settled',
    of: ({ actId, objectId, ownerId, note }: DomainEvents['StripeDifferenceSettled']) =>
      actOf(actId, { subjectId: objectId, ownerId, note }),
  },
} as const satisfies { readonly [Kind in PaymentKind]: RowOf<Kind> };
