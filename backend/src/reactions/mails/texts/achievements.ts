import type { Achievement } from '../../../domain/notification/achievement.js';

const ORDINALS = { 1: '1st', 2: '2nd', 3: '3rd', 4: '4th', 5: '5th' } as const;
const WEEK = /^(\d{4})-W0?(\d{1,2})$/;

/** An achievement as a sentence without its full stop. @throws RangeError for an invalid week */
export function achievementInWords(achievement: Achievement): string {
  switch (achievement.kind) {
    case 'weeklyRank':
      return `Your post finished ${ORDINALS[achievement.rank]} in ${weekInWords(achievement.week)}`;
    case 'highScore':
      return `Your post has a score of ${achievement.score} out of 10`;
    case 'ratings':
      return `Your post has received ${achievement.count} ratings`;
  }
}

function weekInWords(week: string): string {
  const [, year, number] = WEEK.exec(week) ?? [];
  if (!year || !number) throw new RangeError('A week has the format 2026-W47');
  return `week ${number} of ${year}`;
}
