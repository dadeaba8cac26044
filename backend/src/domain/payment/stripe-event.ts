import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import {
  type DataOf,
  type TypeOf,
  anyOf,
  flag,
  id,
  named,
  nullable,
  number,
  record,
  text,
} from '../../kernel/field.js';

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

/** An event of the payment provider, stored once. */
export interface StripeEvent {
  readonly received: boolean;
  readonly parked: boolean;
  /** The act that has settled it; null before, and in older events. */
  readonly actId: string | null;
  readonly resolved: boolean;
}

const received = {
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
};
const parked = { stripeEventId: id, reason: text };
const resolved = { stripeEventId: id, actId: nullable(id), note: text };

interface OfStripeEvent {
  readonly stripeEventId: string;
}

const initial: StripeEvent = { received: false, parked: false, resolved: false, actId: null };

export const StripeEvent = aggregate('stripeEvent', {
  id: ({ stripeEventId }: OfStripeEvent) => stripeEventId,
  initial,
  events: {
    /** The payment provider sent an event with a valid signature. It is a notice: a reaction fetches the object it names. */
    StripeEventReceived: event(
      received,
      '{actor} sent {stripeEventId}, {eventType}, about {objectId?no object}.',
      {
        stripeEventId: 'stripe',
        objectId: 'stripe',
        'fields.payment_intent': 'stripe',
        'fields.charge': 'stripe',
      },
    ),
    /** The event can't be acted on: an admin looks at it. */
    StripeEventParked: event(parked, '{actor} set {stripeEventId} aside for an admin.', {
      stripeEventId: 'stripe',
    }),
    /** An admin has settled a parked event, and says why. `actId` is null in events of version 1. */
    StripeEventResolved: event(
      resolved,
      '{actor} settled {stripeEventId}, which had been set aside.',
      { stripeEventId: 'stripe', actId: 'act' },
      { version: 2, upcast: { 1: (data) => ({ ...data, actId: null }) } },
    ),
  },
}).rules({
  evolve: {
    StripeEventReceived: (state) => ({ ...state, received: true }),
    StripeEventParked: (state) => ({ ...state, parked: true }),
    StripeEventResolved: (state, { actId }) => ({ ...state, resolved: true, actId }),
  },
  decide: {
    /** Store an event of the payment provider. Idempotent by its id. */
    ReceiveStripeEvent: (data: DataOf<typeof received>, state) =>
      state.received ? [] : [{ type: 'StripeEventReceived', data }],

    /** Set an event aside for an admin. Idempotent. */
    ParkStripeEvent: (data: DataOf<typeof parked>, state) =>
      state.received && !state.parked ? [{ type: 'StripeEventParked', data }] : [],

    /** Settle a parked event. Idempotent by the act. */
    ResolveStripeEvent(data: DataOf<typeof resolved>, state) {
      if (state.resolved && state.actId === data.actId) return [];
      if (!state.received) throw new Rejected('notFound', `There is no event ${data.stripeEventId}.`);
      if (!state.parked || state.resolved) throw new Rejected('conflict', 'This event is not parked.');
      return [{ type: 'StripeEventResolved', data }];
    },
  },
});
