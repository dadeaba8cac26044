import { Query } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { List, Maybe, OneOf, Text, Whole } from '../../contract/fields.js';
import { REASON_CODES, REASONS, type ReasonCode } from '../../domain/moderation/reasons.js';
import { Clock } from '../../kernel/clock.js';
import { JudgesReader, type JudgeRecord } from '../../projections/statistics/judges.js';
import { ReportTimesReader, type ReportTime } from '../../projections/statistics/report-times.js';
import { StatisticsReader } from '../../projections/statistics/statistics.js';
import { columnsOf, csvFile } from '../http/admin-list.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { Route, Routes } from '../http/route.js';
import { daysIn, periodsIn, RangeRequest } from './periods.js';

/** How long reports of a category waited for their first decision. */
class ReportCategoryTimes {
  @OneOf(REASON_CODES, 'As it was when the report was decided.') readonly category!: ReasonCode;
  @Whole('How many were decided.') readonly count!: number;
  @Whole('In milliseconds; of an even number the mean of the two in the middle.') readonly median!: number;
  @Whole('In milliseconds: 95 of 100 waited no longer.') readonly p95!: number;
  @Whole() readonly targetHours!: number;
  @Whole('How many were decided within the target.') readonly inTime!: number;
}

/** Reports and appeals that were decided on these days. */
class ModerationTimes {
  @List(() => ReportCategoryTimes, 'Categories with decided reports, in the order of the reasons.')
  readonly reports!: readonly ReportCategoryTimes[];
  @Whole('Filed appeals.') readonly appeals!: number;
  @Whole('Granted appeals.') readonly granted!: number;
  @Whole('Rejected appeals.') readonly rejected!: number;
}

/** What a model with a version of the prompt gave in these weeks, and how far that is from people's ratings. */
class JudgeStatistics {
  @Text({ example: 'gpt-5-mini' }) readonly model!: string;
  @Text({ example: '3' }) readonly promptVersion!: string;
  @Whole('How many photos got a score.') readonly photos!: number;
  @Maybe(Whole, 'The mean AI score; null for no photos.') readonly meanScore!: number | null;
  @List(Whole, 'How many photos got a score that rounds to 0, 1, … 10.') readonly scores!: readonly number[];
  @Whole('How many of the posts people rated.') readonly posts!: number;
  @Maybe(Whole, 'The mean of AI score less people’s mean rating, over these posts; null for none.')
  readonly meanDrift!: number | null;
  @List(Whole, 'How many posts have a drift that rounds to -10, … 0, … 10.')
  readonly drifts!: readonly number[];
}

const HOUR_MS = 3_600_000;
const P95 = 0.95;
const HIGHEST = 10;

/** Sums up the waiting times of each category. */
export function reportStatistics(times: readonly ReportTime[]): readonly ReportCategoryTimes[] {
  return REASON_CODES.flatMap((category) => {
    const waited = times
      .filter((time) => time.category === category)
      .map(({ milliseconds }) => milliseconds)
      .toSorted((one, other) => one - other);
    if (waited.length === 0) return [];
    const { targetHours } = REASONS[category];
    const inTime = waited.filter((milliseconds) => milliseconds <= targetHours * HOUR_MS).length;
    const p95 = waited[Math.ceil(P95 * waited.length) - 1] ?? 0;
    return { category, count: waited.length, median: medianOf(waited), p95, targetHours, inTime };
  });
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? 0;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? 0) + upper) / 2 : upper;
}

/** Sums up the scores and the drifts of a judge. */
export function judgeStatistics({ model, promptVersion, scores, drifts }: JudgeRecord): JudgeStatistics {
  return {
    model,
    promptVersion,
    photos: totalOf(scores),
    meanScore: meanOf(scores),
    scores: inPoints(scores, 0),
    posts: totalOf(drifts),
    meanDrift: meanOf(drifts),
    drifts: inPoints(drifts, -HIGHEST),
  };
}

function totalOf(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** The mean of counted tenths, in points with two decimals. */
function meanOf(counts: ReadonlyMap<number, number>): number | null {
  const total = totalOf(counts);
  if (total === 0) return null;
  const sum = [...counts].reduce((all, [tenths, count]) => all + tenths * count, 0);
  return Math.round((sum * 10) / total) / 100;
}

/** The counts by whole points, from the lowest to 10. */
function inPoints(counts: ReadonlyMap<number, number>, lowest: number): number[] {
  const points = Array.from({ length: HIGHEST - lowest + 1 }, () => 0);
  for (const [tenths, count] of counts) {
    const index = Math.round(tenths / 10) - lowest;
    points[index] = (points[index] ?? 0) + count;
  }
  return points;
}

const MINUTE_MS = 60_000;

const REPORT_COLUMNS = columnsOf<ReportCategoryTimes>()(
  'category decided medianMinutes p95Minutes targetHours inTime',
  {
    decided: 'count',
    medianMinutes: ({ median }) => median / MINUTE_MS,
    p95Minutes: ({ p95 }) => p95 / MINUTE_MS,
  },
);

const JUDGE_COLUMNS = columnsOf<JudgeStatistics>()(
  'model promptVersion photos meanScore ratedPosts meanDrift',
  { ratedPosts: 'posts' },
);

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
