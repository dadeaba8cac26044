import { type Aggregate, Command, type EventOf } from '../../kernel/aggregate.js';
import type { Catalogue } from '../../kernel/event.js';

/** The events of `paymentIntent-{id}`. */
export interface PaymentIntentEvents {
  /** The provider's PaymentIntent belongs to our payment `reference`. */
  PaymentIntentLinked: { paymentIntentId: string; reference: string };
}

export const paymentIntentEvents: Catalogue<PaymentIntentEvents> = {
  PaymentIntentLinked: { version: 1 },
};

/** Record which payment a PaymentIntent belongs to. Idempotent; the first reference stays. */
export class LinkPaymentIntent extends Command<PaymentIntentEvents['PaymentIntentLinked']> {}

const commands = { LinkPaymentIntent };

const link = (
  wish: LinkPaymentIntent['data'],
  { reference }: { readonly reference: string | null },
): EventOf<PaymentIntentEvents>[] =>
  reference === null ? [{ type: 'PaymentIntentLinked', data: wish }] : [];

/** Which of our payments a PaymentIntent belongs to; refunds and disputes name the intent only. */
export const paymentIntent: Aggregate<
  { readonly reference: string | null },
  PaymentIntentEvents,
  typeof commands
> = {
  category: 'paymentIntent',
  id: ({ paymentIntentId }) => paymentIntentId,
  initial: { reference: null },
  commands,
  decide: { LinkPaymentIntent: link },
  evolve: { PaymentIntentLinked: (_, { reference }) => ({ reference }) },
};
