import { aggregate, type EventOf } from '../../kernel/aggregate.js';
import type * as commands from './payment-intent.commands.js';
import { paymentIntentEvents } from './payment-intent.events.js';

const link = (
  wish: commands.LinkPaymentIntent,
  { reference }: { readonly reference: string | null },
): EventOf<typeof paymentIntentEvents>[] =>
  reference === null ? [{ type: 'PaymentIntentLinked', data: wish }] : [];

type Key = commands.LinkPaymentIntent;

const initial: { readonly reference: string | null } = { reference: null };

/** Which of our payments a PaymentIntent belongs to; refunds and disputes name the intent only. */
export const PaymentIntent = aggregate('paymentIntent', {
  id: ({ paymentIntentId }: Key) => paymentIntentId,
  initial,
  events: paymentIntentEvents,
}).rules({
  evolve: { PaymentIntentLinked: (_, { reference }) => ({ reference }) },
  decide: { LinkPaymentIntent: link },
});
