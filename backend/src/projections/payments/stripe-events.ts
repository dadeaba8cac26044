import type { DomainEvents } from '../../domain/events.js';
import type { StripeEventFields } from '../../domain/payment/stripe-event.js';
import { type TypeOf, id, nullable, object, text, time } from '../../kernel/field.js';
import { view } from '../view.js';

/** An event of the payment provider, under its id. */
const StripeEvent = object({
  eventType: text,
  objectId: nullable(id),
  /** The PaymentIntent that its object belongs to; without one, the object. */
  about: nullable(id),
  /** Why it could not be acted on; null for any other. */
  reason: nullable(text),
  /** Since when it waits for an admin; null while it does not. */
  parkedAt: nullable(time),
});
export type StripeEventDocument = TypeOf<typeof StripeEvent>;

export const stripeEvents = view('stripe-events', {
  version: 1,
  document: StripeEvent,
  indexes: ['about', 'parkedAt'],
})
  .createdBy('stripeEventId', {
    StripeEventReceived: (_, { eventType, objectId, fields }) => ({
      eventType,
      objectId,
      about: intentIn(fields) ?? objectId,
      reason: null,
      parkedAt: null,
    }),
  })
  .changedBy('stripeEventId', {
    StripeEventParked: (event, { reason }, { at }) => ({ ...event, reason, parkedAt: at }),
    StripeEventResolved: (event) => ({ ...event, parkedAt: null }),
  });

/** The PaymentIntent that the fields of an event name; null for none. */
function intentIn({ payment_intent: intent }: StripeEventFields): string | null {
  return typeof intent === 'string' ? intent : null;
}

/**
 * An id at the payment provider, and the id that it leads to: our reference or, for a charge, its PaymentIntent. Ids of
 * the provider's events are in `stripe-events`.
 */
const PaymentId = object({ leadsTo: id });
export type PaymentIdDocument = TypeOf<typeof PaymentId>;

/** The id leads to the reference of the payment. It never leads to another one. */
const leading = (known: PaymentIdDocument | null, { reference }: { readonly reference: string }) =>
  known ?? { leadsTo: reference };

export const paymentIds = view('payment-ids', { version: 1, document: PaymentId })
  .createdBy('sessionId', { CheckoutOpened: leading })
  .createdBy('paymentIntentId', ['PaymentPending', 'PaymentConfirmed', 'PaymentIntentLinked'], leading)
  .createdBy(({ paymentIntentId }: DomainEvents['PaymentParked']) => paymentIntentId, {
    PaymentParked: leading,
  })
  .createdBy('providerRefundId', { RefundObserved: leading })
  .createdBy('disputeId', { DisputeObserved: leading })
  .createdBy('warningId', { FraudWarned: leading })
  .createdBy(chargeIn, {
    StripeEventReceived: (known, { fields }) => known ?? { leadsTo: intentIn(fields) ?? '' },
  });

/** The charge that the object of an event names, or that it is; null without a PaymentIntent that it leads to. */
function chargeIn({ objectId, fields }: DomainEvents['StripeEventReceived']): string | null {
  if (intentIn(fields) === null) return null;
  if (typeof fields.charge === 'string') return fields.charge;
  return objectId !== null && /^(ch|py)_/.test(objectId) ? objectId : null;
}
