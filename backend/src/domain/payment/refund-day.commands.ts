import { Command } from '../../kernel/aggregate.js';
import type { RefundDayEvents } from './refund-day.events.js';

/**
 * Count a refund that an admin wants, and decide whether an owner has to confirm it. Idempotent by `refundId`.
 *
 * `refunded` is what was given back of the payment before, and `inVain` are the refunds of that day that gave nothing back.
 * `limit` is in the smallest unit, of whatever currency.
 */
export class CountRefund extends Command<
  Omit<RefundDayEvents['RefundCounted'], 'isAsked'> & {
    refunded: number;
    inVain: readonly string[];
    limit: number;
  }
> {}
