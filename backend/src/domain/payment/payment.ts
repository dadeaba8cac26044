import { aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, id, text } from '../../kernel/field.js';
import { checkoutEvents, checkoutFolds, checkoutRules } from './checkout.js';
import { disputeEvents, disputeFolds, disputeRules } from './disputes.js';
import { type OfPayment, noPayment, requireStarted } from './payment-state.js';
import { refundEvents, refundFolds, refundRules } from './refunds.js';

const mail = { reference: id, mailId: id, about: text };

/**
 * The events of one payment are ids, amounts, states and times, no personal data. The email stays with the payment provider.
 * Times are ISO 8601.
 */
export const Payment = aggregate('payment', {
  id: ({ reference }: OfPayment) => reference,
  initial: noPayment,
  events: {
    ...checkoutEvents,
    ...refundEvents,
    ...disputeEvents,
    /** A mail to the buyer waits to be sent. `about` is the type of the event that it tells them of. */
    PaymentMailQueued: event(
      mail,
      '{actor} queued a mail to the buyer of {reference} about this: {about|words}.',
      {
        reference: 'payment',
      },
    ),
  },
}).rules({
  evolve: {
    ...checkoutFolds,
    ...refundFolds,
    ...disputeFolds,
    PaymentMailQueued: (state, { mailId }) => ({ ...state, mails: [...state.mails, mailId] }),
  },
  decide: {
    ...checkoutRules,
    ...refundRules,
    ...disputeRules,
    /** Record that a mail about the payment waits to be sent. Idempotent by `mailId`. */
    RecordPaymentMail(data: DataOf<typeof mail>, payment) {
      requireStarted(payment);
      return payment.mails.includes(data.mailId) ? [] : [{ type: 'PaymentMailQueued', data }];
    },
  },
});
