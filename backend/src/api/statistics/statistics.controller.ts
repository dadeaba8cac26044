import { Query } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { Amount, List, OneOf, Text, Whole, Optional } from '../../contract/fields.js';
import { ADMIN_ROLES, type AdminRole } from '../../domain/admin/admin-role.js';
import { Clock } from '../../kernel/clock.js';
import {
  COUNT_NAMES,
  COUNTS,
  type StatisticsPart,
  type DaysRecord,
  StatisticsReader,
  type CountName,
  type DayMoney,
} from '../../projections/statistics/statistics.js';
import { type Cell, csvFile } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { Route, Routes } from '../http/route.js';
import { daysIn, periodsIn, Period, RangeRequest } from './periods.js';

class StatisticsRequest extends RangeRequest {
  @Optional(OneOf(['day', 'week']), {
    default: 'day',
    about: 'Weeks run from Monday to Sunday in UTC. A week that the range touches is counted whole.',
    message: 'Statistics are by day or week',
  })
  readonly by: 'day' | 'week' = 'day';
}

/** How often something happened in each period. */
class CountSeries {
  @OneOf(COUNT_NAMES) readonly name!: CountName;
  @List(Text, 'The events that were counted, each of which is one line of the audit trail.')
  readonly types!: readonly string[];
  @List(Whole, 'In the order of the periods.') readonly values!: readonly number[];
}

const MONEY_COLUMNS = ['boosts', 'donations', 'refunds'] as const satisfies readonly (keyof DayMoney)[];

/** What moved in each period in one currency, in its smallest unit. */
class MoneySeries {
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

/** Who sees which part, as in the audit trail. */
const ROLES: Readonly<Record<StatisticsPart, readonly AdminRole[]>> = {
  people: ['owner'],
  content: ['moderator', 'owner'],
  moderation: ['moderator', 'owner'],
  money: ['finance', 'owner'],
};

/** What happened, by day or week. */
@Routes('back office', 'api/rtm-sys/statistics')
export class StatisticsController {
  constructor(
    private readonly statistics: StatisticsReader,
    private readonly clock: Clock,
  ) {}

  @Route('GET', '', {
    who: ADMIN_ROLES,
    summary: 'How often what happened, and what was paid and refunded, by day or week.',
    description:
      'A count is the number of lines of the audit trail with these events in this time. Owners see all, moderators content and moderation, finance money.',
    answer: Statistics,
  })
  @ApiProduces('application/json', 'text/csv')
  async read(
    @Query() request: StatisticsRequest,
    @CurrentAdmin() { role }: AdminUser,
  ): Promise<Statistics | GeneratedFile> {
    const { by, format } = request;
    const now = this.clock.now();
    const periods = periodsIn(daysIn(request, by, now), by, now);
    const records = await this.statistics.of(periods);
    const sees = (part: StatisticsPart) => ROLES[part].includes(role);
    const counts = COUNT_NAMES.filter((name) => sees(COUNTS[name].part)).map((name) => ({
      name,
      types: COUNTS[name].types,
      values: records.map((record) => record.count(name)),
    }));
    const money = sees('money') ? moneyIn(records) : [];
    const answer = { periods, counts, money };
    return format === 'csv' ? fileOf(`statistics-by-${by}-${request.from}-${request.to}`, answer) : answer;
  }
}

function moneyIn(records: readonly DaysRecord[]): Statistics['money'] {
  const currencies = new Set(records.flatMap((record) => record.currencies));
  return [...currencies].toSorted().flatMap((currency) =>
    MONEY_COLUMNS.map((name) => ({
      name,
      currency,
      values: records.map((record) => record.money(name, currency)),
    })),
  );
}

/** A line for each period. */
function fileOf(name: string, { periods, counts, money }: Statistics): GeneratedFile {
  type Row = Period & { readonly index: number };
  const columns: Record<string, (row: Row) => Cell> = {
    period: (row) => row.name,
    first: (row) => row.first,
    last: (row) => row.last,
    isComplete: (row) => row.isComplete,
  };
  for (const { name: count, values } of counts) columns[count] = ({ index }) => values[index] ?? 0;
  for (const { name: column, currency, values } of money) {
    columns[`${column} ${currency.toUpperCase()}`] = ({ index }) => ({
      amount: values[index] ?? 0,
      currency,
    });
  }
  const rows = periods.map((period, index) => ({ ...period, index }));
  return csvFile(name, columns, [rows]);
}
