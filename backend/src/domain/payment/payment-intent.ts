import { aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, id } from '../../kernel/field.js';

/** Which of our payments a PaymentIntent belongs to; refunds and disputes name the intent only. */
export interface PaymentIntent {
  readonly reference: string | null;
}

const link = { paymentIntentId: id, reference: id };

const initial: PaymentIntent = { reference: null };

export const PaymentIntent = aggregate('paymentIntent', {
  id: ({ paymentIntentId }: DataOf<typeof link>) => paymentIntentId,
  initial,
  events: {
    /** The provider's PaymentIntent belongs to our payment `reference`. */
    PaymentIntentLinked: event(link, '{actor} linked {paymentIntentId} to {reference}.', {
      paymentIntentId: 'stripe',
      reference: 'payment',
    }),
  },
}).rules({
  evolve: { PaymentIntentLinked: (_, { reference }) => ({ reference }) },
  decide: {
    /** Record which payment a PaymentIntent belongs to. Idempotent; the first reference stays. */
    LinkPaymentIntent: (data: DataOf<typeof link>, { reference }) =>
      reference === null ? [{ type: 'PaymentIntentLinked', data }] : [],
  },
});
