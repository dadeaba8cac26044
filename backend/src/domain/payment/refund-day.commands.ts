import type { Person } from '../admin/person.js';
import type { Counted } from './refund-day.events.js';

/**
 * Count a refund that an admin wants at `now` (ISO 8601), and decide whether an owner has to confirm it. Idempotent by
 * `refundId`.
 *
 * `refunded` is what was given back of the payment before, and `inVain` are the refunds of the last 24 hours that gave nothing
 * back. `limit` is in the smallest unit, of whatever currency.
 */
export type CountRefund = Pick<Counted, 'refundId' | 'reference' | 'amount'> & {
  by: Person;
  now: string;
  refunded: number;
  inVain: readonly string[];
  limit: number;
};
