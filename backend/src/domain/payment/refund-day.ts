import { aggregate, type EventOf } from '../../kernel/aggregate.js';
import type { Person } from '../admin/person.js';
import type * as commands from './refund-day.commands.js';
import { type Counted, type RefundDay as RefundDayState, refundDayEvents } from './refund-day.events.js';

/** The only stream of this aggregate is `refundDay-all`. An earlier version had one for each admin and day. */
export const ALL_REFUNDS = 'all';

const DAY_MS = 86_400_000;

/** Those that count for a person at `now` (ISO 8601). */
export function countedFor({ loginIds, accountIds }: Person, day: RefundDayState, now: string): Counted[] {
  return Object.values(since(now, day)).filter(
    (one) =>
      one.loginIds.some((id) => loginIds.includes(id)) ||
      one.accountIds.some((id) => accountIds.includes(id)),
  );
}

const countRefund = (
  { by, now, refunded, inVain, limit, ...refund }: commands.CountRefund,
  day: RefundDayState,
): EventOf<typeof refundDayEvents>[] => {
  if (day[refund.refundId]) return [];
  const { id: adminId, loginIds, accountIds } = by;
  const { amount, currency } = refund.amount;
  const others = countedFor(by, day, now)
    .filter((one) => one.amount.currency === currency && !inVain.includes(one.refundId))
    .reduce((sum, one) => sum + one.amount.amount, 0);
  const isAsked = refunded + amount > limit || others + amount > limit;
  return [{ type: 'RefundCounted', data: { ...refund, adminId, loginIds, accountIds, isAsked } }];
};

/** Those of the 24 hours before `now`. */
function since(now: string, day: RefundDayState): RefundDayState {
  const start = new Date(Date.parse(now) - DAY_MS).toISOString();
  return Object.fromEntries(Object.entries(day).filter(([, { at }]) => at > start));
}

const initial: RefundDayState = {};

/**
 * Refunds at once are counted one after the other, because they are in one stream: which logins are of one person can
 * change, so no stream of fewer admins could hold a sum.
 */
export const RefundDay = aggregate('refundDay', {
  id: () => ALL_REFUNDS,
  initial,
  snapshot: { version: 1, isPersonal: false },
  events: refundDayEvents,
}).rules({
  evolve: {
    RefundCounted: (day, refund, at) => ({ ...since(at, day), [refund.refundId]: { ...refund, at } }),
  },
  decide: { CountRefund: countRefund },
});
