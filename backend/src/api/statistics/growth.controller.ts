import { Query } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { List, Whole } from '../../contract/fields.js';
import { Clock } from '../../kernel/clock.js';
import { GrowthReader, type Cohort, type Funnel } from '../../projections/statistics/growth.js';
import { columnsOf, csvFile } from '../http/admin-list.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { Route, Routes } from '../http/route.js';
import { daysIn, periodsIn, Period, RangeRequest } from './periods.js';

/** What became of the visitors who uploaded their first photo in this week. A visitor is a browser, for 7 days. */
export class FunnelWeek extends Period implements Funnel {
  @Whole('Visitors with a photo that was rated.') readonly visitors!: number;
  @Whole('Those who registered, or published a photo with an account that they had.')
  readonly accounts!: number;
  @Whole('Those whose account has a verified address.') readonly verified!: number;
  @Whole('Those whose photo was published.') readonly published!: number;
}

/** The accounts that were registered in this week. */
export class CohortWeek extends Period implements Cohort {
  @Whole() readonly accounts!: number;
  @List(Whole, 'How many of them wrote something, in this week and each later one of the range.')
  readonly active!: readonly number[];
}

const PERIOD = columnsOf<Period>()('week first last isComplete', { week: 'name' });

/** How people come in and whether they stay, by week. */
@Routes('back office', 'api/rtm-sys/statistics', { who: ['owner'] })
export class GrowthController {
  constructor(
    private readonly growth: GrowthReader,
    private readonly clock: Clock,
  ) {}

  @Route('GET', 'funnel', {
    summary:
      'How many visitors who uploaded a photo got an account, verified it and published, by week of the upload.',
    answer: [FunnelWeek],
  })
  @ApiProduces('application/json', 'text/csv')
  async funnel(@Query() request: RangeRequest): Promise<readonly FunnelWeek[] | GeneratedFile> {
    const weeks = this.weeksOf(request);
    const funnels = await this.growth.funnel(weeks.map(({ first }) => first));
    const rows = weeks.flatMap((week, index) => ({ ...week, ...funnels[index] }) as FunnelWeek);
    if (request.format === 'json') return rows;
    const columns = { ...PERIOD, ...columnsOf<FunnelWeek>()('visitors accounts verified published', {}) };
    return csvFile(`funnel-${request.from}-${request.to}`, columns, [rows]);
  }

  @Route('GET', 'retention', {
    summary: 'How many of the accounts of a week wrote something in each later week.',
    description: 'A visit leaves no event, so that only writes count.',
    answer: [CohortWeek],
  })
  @ApiProduces('application/json', 'text/csv')
  async retention(@Query() request: RangeRequest): Promise<readonly CohortWeek[] | GeneratedFile> {
    const weeks = this.weeksOf(request);
    const cohorts = await this.growth.retention(weeks.map(({ first }) => first));
    const rows = weeks.map((week, index) => ({ ...week, ...cohorts[index] }) as CohortWeek);
    if (request.format === 'json') return rows;
    const columns: Parameters<typeof csvFile<CohortWeek>>[1] = {
      ...PERIOD,
      accounts: ({ accounts }) => accounts,
      ...Object.fromEntries(
        weeks.map((_, later) => [`week ${later}`, ({ active }: CohortWeek) => active[later] ?? null]),
      ),
    };
    return csvFile(`retention-${request.from}-${request.to}`, columns, [rows]);
  }

  private weeksOf(request: RangeRequest): readonly Period[] {
    const now = this.clock.now();
    return periodsIn(daysIn(request, 'growth', now), 'week', now);
  }
}
