import type { DomainEvents } from '../../domain/events.js';
import { projection } from '../projection.js';
import { intentIn } from './stripe-events.js';

/**
 * An id at the payment provider, and the id that it leads to: our reference or, for a charge, its PaymentIntent. Ids of
 * the provider's events are in `stripe-events`.
 */
export interface PaymentIdDocument {
  readonly leadsTo: string;
}

/** The id leads to the reference of the payment. It never leads to another one. */
const leading = <Data extends { readonly reference: string }>(idOf: (data: Data) => string | null) => ({
  ids: ({ data }: { readonly data: Data }) => [idOf(data) ?? []].flat(),
  fold: (known: PaymentIdDocument | null, { data }: { readonly data: Data }) =>
    known ?? { leadsTo: data.reference },
});

export const paymentIds = projection<PaymentIdDocument>({
  name: 'payment-ids',
  version: 1,
  indexes: [],
  on: {
    CheckoutOpened: leading(({ sessionId }) => sessionId),
    PaymentPending: leading(({ paymentIntentId }) => paymentIntentId),
    PaymentConfirmed: leading(({ paymentIntentId }) => paymentIntentId),
    PaymentParked: leading(({ paymentIntentId }) => paymentIntentId),
    PaymentIntentLinked: leading(({ paymentIntentId }) => paymentIntentId),
    RefundObserved: leading(({ providerRefundId }) => providerRefundId),
    DisputeObserved: leading(({ disputeId }) => disputeId),
    FraudWarned: leading(({ warningId }) => warningId),
    StripeEventReceived: {
      ids: ({ data }) => (intentIn(data.fields) === null ? [] : [chargeIn(data) ?? []].flat()),
      fold: (known, { data: { fields } }) => known ?? { leadsTo: intentIn(fields) ?? '' },
    },
  },
});

/** The charge that the object of an event names, or that it is. */
function chargeIn({ objectId, fields: { charge } }: DomainEvents['StripeEventReceived']): string | null {
  if (typeof charge === 'string') return charge;
  return objectId !== null && /^(ch|py)_/.test(objectId) ? objectId : null;
}
