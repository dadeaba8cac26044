import type { Catalogue } from '../../kernel/event.js';
import type { Money } from '../money.js';

/** The events of `refundDay-{adminId}-{day}`. */
export interface RefundDayEvents {
  /** An admin wants a refund. It is started or, above `REFUND_LIMIT`, an owner is asked for it. */
  RefundCounted: {
    adminId: string;
    /** In UTC, such as `2026-11-21`. */
    day: string;
    /** Of the refund, and of the proposal if an owner is asked. */
    refundId: string;
    reference: string;
    amount: Money;
    isAsked: boolean;
  };
}

export const refundDayEvents: Catalogue<RefundDayEvents> = {
  RefundCounted: {
    version: 1,
    trail: {
      says: '{actor} counted {amount|money} of {reference} for the refunds of {adminId} on {day|date}{isAsked?, which an owner had to confirm:}.',
      about: { adminId: 'admin', refundId: 'act', reference: 'payment' },
    },
  },
};
