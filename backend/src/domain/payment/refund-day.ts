import type { Aggregate, EventOf } from '../../kernel/aggregate.js';
import * as commands from './refund-day.commands.js';
import type { RefundDayEvents } from './refund-day.events.js';

/** The refunds that an admin wanted on a day, by their ids. */
export type RefundDay = Readonly<Record<string, RefundDayEvents['RefundCounted']>>;

const countRefund = (
  { refunded, inVain, limit, ...refund }: commands.CountRefund['data'],
  day: RefundDay,
): EventOf<RefundDayEvents>[] => {
  if (day[refund.refundId]) return [];
  const { amount, currency } = refund.amount;
  const others = Object.values(day)
    .filter((one) => one.amount.currency === currency && !inVain.includes(one.refundId))
    .reduce((sum, one) => sum + one.amount.amount, 0);
  const isAsked = refunded + amount > limit || others + amount > limit;
  return [{ type: 'RefundCounted', data: { ...refund, isAsked } }];
};

/** Two refunds at once are counted one after the other, because they are in one stream. */
export const refundDay: Aggregate<RefundDay, RefundDayEvents, typeof commands> = {
  category: 'refundDay',
  id: ({ adminId, day }) => `${adminId}-${day}`,
  initial: {},
  commands,
  decide: { CountRefund: countRefund },
  evolve: { RefundCounted: (day, refund) => ({ ...day, [refund.refundId]: refund }) },
};
