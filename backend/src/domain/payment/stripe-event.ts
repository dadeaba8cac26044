import { type Aggregate, Command, type EventOf } from '../../kernel/aggregate.js';
import type { Catalogue } from '../../kernel/event.js';

/** The allowed fields of a provider's event: ids, amounts and states, no personal data. */
export type StripeEventFields = Readonly<Record<string, string | number | boolean | null>>;

/** The events of `stripeEvent-{providerEventId}`. */
export interface StripeEventEvents {
  /** The payment provider sent an event with a valid signature. It is a notice: a reaction fetches the object it names. */
  StripeEventReceived: {
    /** The provider's id of the event. */
    stripeEventId: string;
    /** The provider's type, such as `charge.refunded`. Unknown types are kept and ignored. */
    eventType: string;
    /** The API version that the event was written in; null if it names none. */
    apiVersion: string | null;
    /** When the provider created it, in seconds since 1970. */
    created: number;
    livemode: boolean;
    /** The id of the object that it is about; null if it has none. */
    objectId: string | null;
    fields: StripeEventFields;
  };
}

export const stripeEventEvents: Catalogue<StripeEventEvents> = {
  StripeEventReceived: { version: 1 },
};

/** Store an event of the payment provider. Idempotent by its id. */
export class ReceiveStripeEvent extends Command<StripeEventEvents['StripeEventReceived']> {}

const commands = { ReceiveStripeEvent };

const receive = (
  event: ReceiveStripeEvent['data'],
  { received }: { readonly received: boolean },
): EventOf<StripeEventEvents>[] => (received ? [] : [{ type: 'StripeEventReceived', data: event }]);

/** An event of the payment provider, stored once. */
export const stripeEvent: Aggregate<{ readonly received: boolean }, StripeEventEvents, typeof commands> = {
  category: 'stripeEvent',
  id: ({ stripeEventId }) => stripeEventId,
  initial: { received: false },
  commands,
  decide: { ReceiveStripeEvent: receive },
  evolve: { StripeEventReceived: () => ({ received: true }) },
};
