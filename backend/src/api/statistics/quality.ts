import { REASON_CODES, REASONS } from '../../domain/moderation/reasons.js';
import type { JudgeRecord } from '../../projections/statistics/judges.js';
import type { ReportTime } from '../../projections/statistics/report-times.js';
import type { JudgeStatistics, ReportCategoryTimes } from './quality.responses.js';

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
