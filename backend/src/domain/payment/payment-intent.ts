import type { Aggregate, EventOf } from '../../kernel/aggregate.js';
import * as commands from './payment-intent.commands.js';
import type { PaymentIntentEvents } from './payment-intent.events.js';

const link = (
  wish: commands.LinkPaymentIntent['data'],
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
