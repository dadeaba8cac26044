import { BadRequestException } from '@nestjs/common';
import { Flag, Text, OneOf, Optional } from '../../contract/fields.js';
import { weekOf } from '../../domain/week/iso-week.js';
import { dayAfter, dayOf, mondayOf } from '../../projections/statistics/days.js';
import type { Days } from '../../projections/statistics/statistics.js';
import { BooksRequest } from '../payments/books.controller.js';

/** Of which days statistics are, and in which form. */
export class RangeRequest extends BooksRequest {
  @Optional(OneOf(['json', 'csv']), { default: 'json', message: 'The format is json or csv' })
  readonly format: 'json' | 'csv' = 'json';
}

/** A day or a week, in UTC. */
export class Period {
  @Text({ example: '2026-W48', about: 'The day, or the ISO week.' }) readonly name!: string;
  @Text({ example: '2026-11-23' }) readonly first!: string;
  @Text({ example: '2026-11-29', about: 'The last day; the first one for a day.' }) readonly last!: string;
  @Flag('False while it is not over.') readonly isComplete!: boolean;
}

const DAY_MS = 86_400_000;
/** More could not be read on a screen. */
const MOST_DAYS = { day: 366, week: 1100, growth: 366 } as const;
const LAST_OF_WEEK = 6;

/** The days of a range, up to the present one. @throws BadRequestException for days that do not exist, and too many */
export function daysIn(
  { from, to }: { from: string; to: string },
  by: keyof typeof MOST_DAYS,
  now: Date,
): Days {
  for (const day of [from, to]) if (!exists(day)) throw new BadRequestException(`There is no day ${day}.`);
  if (to < from) throw new BadRequestException('The last day is before the first one.');
  if (Date.parse(to) - Date.parse(from) >= MOST_DAYS[by] * DAY_MS) {
    throw new BadRequestException(`Please choose at most ${MOST_DAYS[by]} days.`);
  }
  const today = dayOf(now.toISOString());
  return { first: from, last: to < today ? to : today };
}

/** The days or whole weeks of a range, oldest first. None if all of it is still to come. */
export function periodsIn({ first, last }: Days, by: 'day' | 'week', now: Date): readonly Period[] {
  const periods: Period[] = [];
  const step = by === 'day' ? 0 : LAST_OF_WEEK;
  for (let start = by === 'day' ? first : mondayOf(first); start <= last;) {
    const end = dayAfter(start, step);
    periods.push({
      name: by === 'day' ? start : weekName(start),
      first: start,
      last: end,
      isComplete: dayAfter(end, 1) <= now.toISOString(),
    });
    start = dayAfter(end, 1);
  }
  return periods;
}

/** The ISO week of a day in UTC, such as `2026-W48`. */
export function weekName(day: string): string {
  return weekOf(new Date(day), 'UTC');
}

function exists(day: string): boolean {
  const time = Date.parse(day);
  // `Date.parse` takes 31 February for a day in March.
  return !Number.isNaN(time) && dayOf(new Date(time).toISOString()) === day;
}
