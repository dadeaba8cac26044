import type { Achievement } from '../../domain/notification/achievement.js';
import type { Risen } from '../../domain/notification/notification.js';
import { shownScore } from '../photos/rating-result.js';

/** Fewer new votes have no figures: those would tell what one person gave. */
const FEWEST_WITH_FIGURES = 3;
/** In characters. */
const LONGEST_QUOTE = 120;

/**
 * `3 new votes: 5.4 → 6.1, 30th → 22nd this week`. Only rises are told.
 * @param inWeek how the reader calls the week of the rank
 */
export function votesInWords(
  { votes, average, rank }: Risen & { readonly votes: number },
  inWeek = 'this week',
): string {
  const said = counted(votes, 'new vote');
  if (votes < FEWEST_WITH_FIGURES) return said;
  const rises = [
    ...(average && average.after > average.before
      ? [`${shownScore(average.before / 10)} → ${shownScore(average.after / 10)}`]
      : []),
    ...(rank?.before && rank.after < rank.before
      ? [`${ordinal(rank.before)} → ${ordinal(rank.after)} ${inWeek}`]
      : []),
  ];
  return rises.length === 0 ? said : `${said}: ${rises.join(', ')}`;
}

/** An achievement as a sentence without its full stop. @throws RangeError for an invalid week */
export function achievementInWords(achievement: Achievement): string {
  switch (achievement.kind) {
    case 'weeklyRank':
      return `Your post finished ${ordinal(achievement.rank)} in ${weekInWords(achievement.week)}`;
    case 'highScore':
      return `Your post has a score of ${achievement.score} out of 10`;
    case 'ratings':
      return `Your post has received ${achievement.count} ratings`;
  }
}

const WEEK = /^(\d{4})-W0?(\d{1,2})$/;

/** `week 47 of 2026`. @throws RangeError for an invalid week */
export function weekInWords(week: string): string {
  const [, year, weekOfYear] = WEEK.exec(week) ?? [];
  if (!year || !weekOfYear) throw new RangeError('A week has the format 2026-W47');
  return `week ${weekOfYear} of ${year}`;
}

/** The first words of what a person wrote, on one line. */
export function firstWords(text: string): string {
  const words = text.replaceAll(/\s+/gu, ' ').trim();
  const characters = Array.from(words);
  if (characters.length <= LONGEST_QUOTE) return words;
  const cut = characters.slice(0, LONGEST_QUOTE).join('');
  const end = cut.lastIndexOf(' ');
  return `${end > 0 ? cut.slice(0, end) : cut}…`;
}

export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

const RULES = new Intl.PluralRules('en-GB', { type: 'ordinal' });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** `22nd` */
export function ordinal(rank: number): string {
  return `${rank}${ENDINGS[RULES.select(rank)] ?? 'th'}`;
}
