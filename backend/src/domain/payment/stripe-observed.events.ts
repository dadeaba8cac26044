import { type EventsOf, event } from '../../kernel/event.js';
import { id, nullable, oneOf, text } from '../../kernel/field.js';
import { Money } from '../money.js';
import { Compared, DIFFERENCE_KINDS, Side } from './reconciliation.events.js';

/** The events of `stripeObserved-{objectId}-{state}`. */
export const stripeObservedEvents = {
  /**
   * An object at the payment provider has to be looked at: reconciliation found that it differs from the log, and no event of
   * the provider brings it; somebody came back from a checkout whose end the log does not know; or an admin asked. It is a
   * notice: a reaction fetches the object.
   */
  StripeObjectObserved: event(
    {
      /** The charge, refund or dispute; the checkout session for somebody who came back. */
      objectId: id,
      /**
       * Its state at the provider, such as `paid`, `succeeded` or `lost`; `returned` for somebody who came back, and
       * `unconfirmed` for a payment that an admin asks for.
       */
      state: text,
      kind: oneOf('charge', 'refund', 'dispute'),
      /** Our reference of the payment. */
      reference: id,
      amount: Money,
      /** What to fetch: the checkout session or payment intent of a charge, otherwise the object itself. */
      fetchId: id,
      /** The act of an admin who asked; null for anybody else, and in events of version 1. */
      actId: nullable(id),
    },
    '{actor} asked Stripe for {objectId} of {amount|money} for {reference}: {state|words}.',
    { objectId: 'stripe', fetchId: 'stripe', reference: 'payment' },
    { version: 2, upcast: { 1: (data) => ({ ...data, actId: null }) } },
  ),
  /** An admin says that a difference was resolved outside Footnote. This counts as long as both sides stay as they were. */
  StripeDifferenceSettled: event(
    {
      object: Compared.properties.object,
      objectId: id,
      kind: oneOf(...DIFFERENCE_KINDS),
      reference: nullable(id),
      /** What both sides showed then. */
      provider: nullable(Side),
      log: nullable(Side),
      /** Who paid; null if nobody is known. */
      ownerId: nullable(id),
      actId: id,
      note: text,
    },
    '{actor} settled {objectId} of {reference?an unknown payment}, which differed at Stripe and in the log: {kind|words}.',
    { objectId: 'stripe', reference: 'payment', ownerId: 'person', actId: 'act' },
  ),
};

export type StripeObservedEvents = EventsOf<typeof stripeObservedEvents>;
