import { type EventsOf, event } from '../../kernel/event.js';
import { type TypeOf, anyOf, flag, id, named, nullable, number, record, text } from '../../kernel/field.js';

/** The types of events that Footnote acts on. The webhook endpoint needs these; all others are stored and ignored. */
export const HANDLED_TYPES: readonly string[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
];

/** The allowed fields of a provider's event: ids, amounts and states, no personal data. */
export const StripeEventFields = named('StripeEventFields', record(nullable(anyOf(text, number, flag))));
export type StripeEventFields = TypeOf<typeof StripeEventFields>;

/** The events of `stripeEvent-{providerEventId}`. */
export const stripeEventEvents = {
  /** The payment provider sent an event with a valid signature. It is a notice: a reaction fetches the object it names. */
  StripeEventReceived: event(
    {
      /** The provider's id of the event. */
      stripeEventId: id,
      /** The provider's type, such as `charge.refunded`. Unknown types are kept and ignored. */
      eventType: text,
      /** The API version that the event was written in; null if it names none. */
      apiVersion: nullable(text),
      /** When the provider created it, in seconds since 1970. */
      created: number,
      livemode: flag,
      /** The id of the object that it is about; null if it has none. */
      objectId: nullable(id),
      fields: StripeEventFields,
    },
    '{actor} sent {stripeEventId}, {eventType}, about {objectId?no object}.',
    {
      stripeEventId: 'stripe',
      objectId: 'stripe',
      'fields.payment_intent': 'stripe',
      'fields.charge': 'stripe',
    },
  ),
  /** The event can't be acted on: an admin looks at it. */
  StripeEventParked: event(
    {
      stripeEventId: id,
      reason: text,
    },
    '{actor} set {stripeEventId} aside for an admin.',
    { stripeEventId: 'stripe' },
  ),
  /** An admin has settled a parked event, and says why. `actId` is null in events of version 1. */
  StripeEventResolved: event(
    {
      stripeEventId: id,
      actId: nullable(id),
      note: text,
    },
    '{actor} settled {stripeEventId}, which had been set aside.',
    { stripeEventId: 'stripe', actId: 'act' },
    { version: 2, upcast: { 1: (data) => ({ ...data, actId: null }) } },
  ),
};

export type StripeEventEvents = EventsOf<typeof stripeEventEvents>;
