import { Amount, Flag, List, OneOf, Text, Whole } from '../../contract/fields.js';
import { COUNT_NAMES, type CountName, type DayMoney } from '../../projections/statistics/statistics.js';

/** A day or a week, in UTC. */
export class Period {
  @Text({ example: '2026-W48', about: 'The day, or the ISO week.' }) readonly name!: string;
  @Text({ example: '2026-11-23' }) readonly first!: string;
  @Text({ example: '2026-11-29', about: 'The last day; the first one for a day.' }) readonly last!: string;
  @Flag('False while it is not over.') readonly isComplete!: boolean;
}

/** How often something happened in each period. */
export class CountSeries {
  @OneOf(COUNT_NAMES) readonly name!: CountName;
  @List(Text, 'The events that were counted, each of which is one line of the audit trail.')
  readonly types!: readonly string[];
  @List(Whole, 'In the order of the periods.') readonly values!: readonly number[];
}

export const MONEY_COLUMNS = [
  'boosts',
  'donations',
  'refunds',
] as const satisfies readonly (keyof DayMoney)[];

/** What moved in each period in one currency, in its smallest unit. */
export class MoneySeries {
  @OneOf(MONEY_COLUMNS, 'What was paid for, or what was refunded, less refunds that failed later.')
  readonly name!: (typeof MONEY_COLUMNS)[number];
  @Text({ example: 'usd' }) readonly currency!: string;
  @List(Amount, 'In the order of the periods.') readonly values!: readonly number[];
}

/** What the log recorded, as far as the admin may see it. */
export class Statistics {
  @List(() => Period, 'Oldest first.') readonly periods!: readonly Period[];
  @List(() => CountSeries) readonly counts!: readonly CountSeries[];
  @List(() => MoneySeries, 'For currencies in which money moved.') readonly money!: readonly MoneySeries[];
}
