import { type EventsOf, event } from '../../kernel/event.js';
import { day, flag, id } from '../../kernel/field.js';
import { Money } from '../money.js';

/** The events of `refundDay-{adminId}-{day}`. */
export const refundDayEvents = {
  /** An admin wants a refund. It is started or, above `REFUND_LIMIT`, an owner is asked for it. */
  RefundCounted: event({
    version: 1,
    data: {
      adminId: id,
      /** In UTC, such as `2026-11-21`. */
      day,
      /** Of the refund, and of the proposal if an owner is asked. */
      refundId: id,
      reference: id,
      amount: Money,
      isAsked: flag,
    },
    trail: {
      says: '{actor} counted {amount|money} of {reference} for the refunds of {adminId} on {day|date}{isAsked?, which an owner had to confirm:}.',
      about: { adminId: 'admin', refundId: 'act', reference: 'payment' },
    },
  }),
};

export type RefundDayEvents = EventsOf<typeof refundDayEvents>;
