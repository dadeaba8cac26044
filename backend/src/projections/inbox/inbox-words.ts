import type { Achievement } from '../../domain/notification/achievement.js';
import { FEWEST_FOR_FIGURES, type Risen } from '../../domain/notification/notification.js';
import { isolated } from '../../shared/isolated.js';
import type { Quote } from '../comments/comments.js';
import { shownScore } from '../photos/rating-result.js';

/**
 * `3 new votes: 5.4 → 6.1, 30th → 22nd this week`. Only what rose is told.
 * @param thisWeek the running week, e.g. `2026-W48`
 */
export function votesInWords(votes: number, { average, rank }: Risen, thisWeek: string): string {
  const place = rankRise(rank?.before ?? null, rank?.after ?? null);
  const risen = [
    ...(average && average.after > average.before
      ? [`${shownScore(average.before / 10)} → ${shownScore(average.after / 10)}`]
      : []),
    ...(place && rank ? [`${place} ${rank.week === thisWeek ? 'this week' : 'that week'}`] : []),
  ];
  const told = counted(votes, 'new vote');
  return votes < FEWEST_FOR_FIGURES || risen.length === 0 ? told : `${told}: ${risen.join(', ')}`;
}

/** `30th → 22nd`; null for a place that did not rise. */
export function rankRise(before: number | null, after: number | null): string | null {
  if (before === null || after === null || after >= before) return null;
  return `${ordinal(before)} → ${ordinal(after)}`;
}

/** `1 reply`, `3 replies`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

const ENDINGS = ['th', 'st', 'nd', 'rd'];

/** `22nd` */
export function ordinal(rank: number): string {
  const isTeen = rank % 100 > 10 && rank % 100 < 14;
  return `${rank}${(isTeen ? undefined : ENDINGS[rank % 10]) ?? 'th'}`;
}

const WEEK = /^(\d{4})-W0?(\d{1,2})$/;

/** `week 48 of 2026` @throws RangeError for an invalid week */
export function weekInWords(week: string): string {
  const [, year, weekOfYear] = WEEK.exec(week) ?? [];
  if (!year || !weekOfYear) throw new RangeError('A week has the format 2026-W47');
  return `week ${weekOfYear} of ${year}`;
}

/** An achievement as a sentence without its full stop. @throws RangeError for an invalid week */
export function achievementInWords(achievement: Achievement): string {
  switch (achievement.kind) {
    case 'weeklyRank':
      return `Your post finished ${ordinal(achievement.rank)} in ${weekInWords(achievement.week)}`;
    case 'highScore':
      return `Your post has a score of ${achievement.score} out of 10`;
    case 'ratings':
      return `Your post has received ${achievement.count} votes`;
  }
}

const LONGEST_QUOTE = 80;

/** The first words of a comment, on one line. */
export function firstWords(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= LONGEST_QUOTE) return line;
  const start = characters.slice(0, LONGEST_QUOTE).join('');
  // A language without blanks has no better place to cut.
  return `${start.replace(/(?<=.{40}) \S*$/, '')} …`;
}

/** `Ann: “What a fine photo.”` */
export function quoteInWords({ by, text }: Quote): string {
  return `${isolated(by)}: “${firstWords(text)}”`;
}
