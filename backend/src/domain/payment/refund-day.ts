import { aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, flag, id, list } from '../../kernel/field.js';
import type { Person } from '../admin/person.js';
import { Money } from '../money.js';

/** The only stream of this aggregate is `refundDay-all`. An earlier version had one for each admin and day. */
export const ALL_REFUNDS = 'all';

const DAY_MS = 86_400_000;

const fields = {
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
};

/** A refund that was counted, and when (ISO 8601). */
export interface Counted extends DataOf<typeof fields> {
  readonly at: string;
}

/** The refunds that admins wanted in the last 24 hours, by their ids. */
export type RefundDay = Readonly<Record<string, Counted>>;

interface Wanted extends Pick<Counted, 'refundId' | 'reference' | 'amount'> {
  readonly by: Person;
  readonly now: string;
  readonly refunded: number;
  readonly inVain: readonly string[];
  readonly limit: number;
}

const initial: RefundDay = {};

/**
 * Refunds at once are counted one after the other, because they are in one stream: which logins are of one person can
 * change, so no stream of fewer admins could hold a sum.
 */
export const RefundDay = aggregate('refundDay', {
  id: () => ALL_REFUNDS,
  initial,
  snapshot: { version: 1, isPersonal: false },
  events: {
    /**
     * An admin wants a refund. It is started or, above `REFUND_LIMIT`, an owner is asked for it. It counts for all logins and
     * accounts that were the admin's at that time, whatever is linked or unlinked later.
     */
    RefundCounted: event(
      fields,
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
  },
}).rules({
  evolve: {
    RefundCounted: (day, refund, at) => ({ ...since(at, day), [refund.refundId]: { ...refund, at } }),
  },
  decide: {
    /**
     * Count a refund that an admin wants at `now` (ISO 8601), and decide whether an owner has to confirm it. Idempotent by
     * `refundId`.
     *
     * `refunded` is what was given back of the payment before, and `inVain` are the refunds of the last 24 hours that gave nothing
     * back. `limit` is in the smallest unit, of whatever currency.
     */
    CountRefund({ by, now, refunded, inVain, limit, ...refund }: Wanted, day) {
      if (day[refund.refundId]) return [];
      const { id: adminId, loginIds, accountIds } = by;
      const { amount, currency } = refund.amount;
      const others = countedFor(by, day, now)
        .filter((one) => one.amount.currency === currency && !inVain.includes(one.refundId))
        .reduce((sum, one) => sum + one.amount.amount, 0);
      const isAsked = refunded + amount > limit || others + amount > limit;
      return [{ type: 'RefundCounted', data: { ...refund, adminId, loginIds, accountIds, isAsked } }];
    },
  },
});

/** Those that count for a person at `now` (ISO 8601). */
export function countedFor({ loginIds, accountIds }: Person, day: RefundDay, now: string): Counted[] {
  return Object.values(since(now, day)).filter(
    (one) =>
      one.loginIds.some((loginId) => loginIds.includes(loginId)) ||
      one.accountIds.some((accountId) => accountIds.includes(accountId)),
  );
}

/** Those of the 24 hours before `now`. */
function since(now: string, day: RefundDay): RefundDay {
  const start = new Date(Date.parse(now) - DAY_MS).toISOString();
  return Object.fromEntries(Object.entries(day).filter(([, { at }]) => at > start));
}
