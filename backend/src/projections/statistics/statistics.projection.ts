import type { DomainEvents } from '../../domain/events.js';
import type { Money } from '../../domain/money.js';
import { isFailedRefund } from '../payments/payment-movements.projection.js';
import { foldEach, projection } from '../projection.js';
import { COUNTED_TYPES, type CountedType } from './counts.js';
import { dayOf } from './days.js';

/** What moved on a day in one currency, in its smallest unit. */
export interface DayMoney {
  readonly boosts: number;
  readonly donations: number;
  /** What was refunded, less refunds that failed later; negative if more came back than was refunded. */
  readonly refunds: number;
}

/** What the log recorded on a day in UTC, under the day: `2026-11-25`. */
export interface DayDocument {
  /** How many events of each type. */
  readonly counts: Readonly<Partial<Record<CountedType, number>>>;
  /** How many of the decided appeals were granted. */
  readonly grantedAppeals: number;
  /** By currency. */
  readonly money: Readonly<Record<string, DayMoney>>;
}

export const EMPTY_DAY: DayDocument = { counts: {}, grantedAppeals: 0, money: {} };
export const NO_MONEY: DayMoney = { boosts: 0, donations: 0, refunds: 0 };

const onItsDay = ({ metadata }: { readonly metadata: { readonly at: string } }) => [dayOf(metadata.at)];

function counted(day: DayDocument | null, type: CountedType): DayDocument {
  const { counts, ...rest } = day ?? EMPTY_DAY;
  return { ...rest, counts: { ...counts, [type]: (counts[type] ?? 0) + 1 } };
}

function moved(day: DayDocument | null, column: keyof DayMoney, { amount, currency }: Money): DayDocument {
  const { money, ...rest } = day ?? EMPTY_DAY;
  const sums = money[currency] ?? NO_MONEY;
  return { ...rest, money: { ...money, [currency]: { ...sums, [column]: sums[column] + amount } } };
}

/** The amount by which a refund changed what left us: negative if it failed after it was seen. */
function refunded({ state, before, amount }: DomainEvents['RefundObserved']): Money | null {
  if (!isFailedRefund(state)) return before === null || isFailedRefund(before) ? amount : null;
  return before === null || isFailedRefund(before) ? null : { ...amount, amount: -amount.amount };
}

export const statistics = projection<DayDocument>({
  name: 'statistics',
  version: 1,
  indexes: [],
  isGathered: true,
  on: {
    ...foldEach(COUNTED_TYPES, (type) => ({ ids: onItsDay, fold: (day) => counted(day, type) })),
    AppealDecided: {
      ids: onItsDay,
      fold: (before, { type, data }) => {
        const day = counted(before, type);
        return data.isGranted ? { ...day, grantedAppeals: day.grantedAppeals + 1 } : day;
      },
    },
    PaymentConfirmed: {
      ids: onItsDay,
      fold: (day, { type, data: { purpose, price } }) =>
        moved(counted(day, type), purpose.kind === 'boost' ? 'boosts' : 'donations', price),
    },
    RefundObserved: {
      ids: (event) => (refunded(event.data) ? onItsDay(event) : []),
      fold: (day, { data }) => moved(day, 'refunds', refunded(data) ?? { ...data.amount, amount: 0 }),
    },
  },
});
