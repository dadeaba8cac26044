import { type EventsOf, event } from '../../kernel/event.js';
import { flag, id, list } from '../../kernel/field.js';
import { Money } from '../money.js';

/** The events of `refundDay-all`; those of version 1 are in `refundDay-{adminId}-{day}`. */
export const refundDayEvents = {
  /**
   * An admin wants a refund. It is started or, above `REFUND_LIMIT`, an owner is asked for it. It counts for all logins and
   * accounts that were the admin's at that time, whatever is linked or unlinked later.
   */
  RefundCounted: event(
    {
      adminId: id,
      /** Of the same person, `adminId` included; in events of version 1 nothing else. */
      loginIds: list(id),
      /** Of the same person; in events of version 1 none. */
      accountIds: list(id),
      /** Of the refund, and of the proposal if an owner is asked. */
      refundId: id,
      reference: id,
      amount: Money,
      isAsked: flag,
    },
    '{actor} counted {amount|money} of {reference} for the refunds of {adminId} in 24 hours{isAsked?, which an owner had to confirm:}.',
    {
      adminId: 'admin',
      loginIds: 'admin',
      accountIds: 'person',
      refundId: 'act',
      reference: 'payment',
    },
    {
      version: 2,
      upcast: { 1: ({ day: _, ...data }) => ({ ...data, loginIds: [data['adminId']], accountIds: [] }) },
    },
  ),
};

export type RefundDayEvents = EventsOf<typeof refundDayEvents>;

/** A refund that was counted, and when (ISO 8601). */
export type Counted = RefundDayEvents['RefundCounted'] & { readonly at: string };

/** The refunds that admins wanted in the last 24 hours, by their ids. */
export type RefundDay = Readonly<Record<string, Counted>>;
