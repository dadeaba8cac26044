import { Query } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { Clock } from '../../kernel/clock.js';
import { JudgesReader } from '../../projections/statistics/judges.js';
import { ReportTimesReader } from '../../projections/statistics/report-times.js';
import { StatisticsReader } from '../../projections/statistics/statistics.js';
import { csvFile } from '../http/admin-list.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { Route, Routes } from '../http/route.js';
import { daysIn, periodsIn } from './periods.js';
import { judgeStatistics, reportStatistics } from './quality.js';
import { JudgeStatistics, ModerationTimes, type ReportCategoryTimes } from './quality.responses.js';
import { RangeRequest } from './statistics.requests.js';

const MINUTE_MS = 60_000;

const REPORT_COLUMNS = {
  category: (times: ReportCategoryTimes) => times.category,
  decided: (times: ReportCategoryTimes) => times.count,
  medianMinutes: (times: ReportCategoryTimes) => times.median / MINUTE_MS,
  p95Minutes: (times: ReportCategoryTimes) => times.p95 / MINUTE_MS,
  targetHours: (times: ReportCategoryTimes) => times.targetHours,
  inTime: (times: ReportCategoryTimes) => times.inTime,
};

const JUDGE_COLUMNS = {
  model: (judge: JudgeStatistics) => judge.model,
  promptVersion: (judge: JudgeStatistics) => judge.promptVersion,
  photos: (judge: JudgeStatistics) => judge.photos,
  meanScore: (judge: JudgeStatistics) => judge.meanScore,
  ratedPosts: (judge: JudgeStatistics) => judge.posts,
  meanDrift: (judge: JudgeStatistics) => judge.meanDrift,
};

/** How fast moderation is, and how well the AI scores. */
@Routes('back office', 'api/rtm-sys/statistics', { who: ['moderator', 'owner'] })
export class QualityController {
  constructor(
    private readonly reports: ReportTimesReader,
    private readonly statistics: StatisticsReader,
    private readonly judges: JudgesReader,
    private readonly clock: Clock,
  ) {}

  @Route('GET', 'moderation', {
    summary: 'How long reports waited for their first decision, by category, and what became of appeals.',
    description: 'A report counts on the day of the decision, also if that is undone later.',
    answer: ModerationTimes,
  })
  @ApiProduces('application/json', 'text/csv')
  async moderation(@Query() request: RangeRequest): Promise<ModerationTimes | GeneratedFile> {
    const days = daysIn(request, 'day', this.clock.now());
    const reports = reportStatistics(await this.reports.decidedIn(days));
    if (request.format === 'csv') {
      return csvFile(`report-times-${request.from}-${request.to}`, REPORT_COLUMNS, [reports]);
    }
    const [record] = await this.statistics.of([days]);
    const granted = record?.grantedAppeals ?? 0;
    const rejected = (record?.count('decidedAppeals') ?? 0) - granted;
    return { reports, appeals: record?.count('appeals') ?? 0, granted, rejected };
  }

  @Route('GET', 'judges', {
    summary: 'AI scores by model and version of the prompt, and how far they are from people’s ratings.',
    description:
      'Of the photos that were judged in these weeks. The ratings are those that count now: without excluded ones.',
    answer: [JudgeStatistics],
  })
  @ApiProduces('application/json', 'text/csv')
  async judgeStatistics(@Query() request: RangeRequest): Promise<readonly JudgeStatistics[] | GeneratedFile> {
    const now = this.clock.now();
    const weeks = periodsIn(daysIn(request, 'week', now), 'week', now);
    const judges = (await this.judges.in(weeks.map(({ first }) => first))).map(judgeStatistics);
    if (request.format === 'json') return judges;
    return csvFile(`ai-scores-${request.from}-${request.to}`, JUDGE_COLUMNS, [judges]);
  }
}
