import { written, type Money } from '../money.js';
import { REASONS } from '../moderation/reasons.js';
import type { Achievement } from '../notification/achievement.js';
import type { TrailFormat } from './trail.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const texts: Readonly<Record<TrailFormat, (value: unknown) => string>> = {
  money: (value) => written(value as Money),
  time: String,
  duration: (value) => durationText(value as number),
  words: (value) => wordsText(String(value)),
  reason: (code) =>
    (REASONS as Readonly<Record<string, { label: string }>>)[String(code)]?.label ?? String(code),
  list: (values) => (values as readonly string[]).join(', '),
  achievement: (value) => achievementText(value as Achievement),
};

/**
 * A value of a sentence as text. Times and dates stay ISO texts: only the reader's browser knows their time zone. What an
 * erasure or a filter has taken away reads `…`.
 */
export function valueText(value: unknown, format: TrailFormat | null): string {
  if (value === null || value === undefined) return '…';
  return format === null ? String(value) : texts[format](value);
}

/** Its two largest units. */
function durationText(duration: number): string {
  const days = Math.floor(duration / DAY_MS);
  const hours = Math.floor(duration / HOUR_MS) % 24;
  const minutes = Math.floor(duration / 60_000) % 60;
  const parts = [
    [days, 'day'],
    [hours, 'hour'],
    [minutes, 'minute'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => counted(count, unit));
  return said.length === 0 ? 'less than a minute' : said.slice(0, 2).join(' ');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** `PostHidden` and `not-feet` as words. */
function wordsText(code: string): string {
  return code
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase();
}

/** The name of a week, such as `2026-W48`, in words. */
export function weekText(week: string): string {
  const [year, number] = week.split('-W');
  return `week ${Number(number)} of ${year}`;
}

function achievementText(achievement: Achievement): string {
  if (achievement.kind === 'weeklyRank') return `rank ${achievement.rank} in ${weekText(achievement.week)}`;
  return achievement.kind === 'highScore'
    ? `a score of ${achievement.score}`
    : `${achievement.count} ratings`;
}
