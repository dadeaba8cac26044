import { counted } from './wording.ts';

/** The five colour bands of a score; they change at 9, 7, 5 and 3. */
export type ScoreBand = 'top' | 'high' | 'mid' | 'low' | 'poor';

const labels = [
  [9, 'LEGENDARY'],
  [8, 'EXCELLENT'],
  [7, 'GREAT'],
  [6, 'GOOD'],
  [5, 'AVERAGE'],
  [3, 'BELOW AVERAGE'],
] as const;

const bands = [
  [9, 'top'],
  [7, 'high'],
  [5, 'mid'],
  [3, 'low'],
] as const;

/** The label of a score out of 10. */
export function scoreLabel(score: number): string {
  return labels.find(([from]) => score >= from)?.[1] ?? 'NEEDS WORK';
}

/** The colour band of a score out of 10. */
export function scoreBand(score: number): ScoreBand {
  return bands.find(([from]) => score >= from)?.[1] ?? 'poor';
}

/** What the judge scores besides the whole, in the order in which it is shown. */
export const categories = [
  ['toeAlignment', 'Toe Alignment'],
  ['toeNails', 'Toe Nails'],
  ['footShape', 'Foot Shape'],
  ['aesthetic', 'Aesthetic'],
] as const;

export type Category = (typeof categories)[number][0];

/** Whether a rank is good news. */
export function isInUpperHalf({ place, of }: { place: number; of: number }): boolean {
  return place * 2 <= of;
}

interface Scored {
  aiScore: string | null;
  ratingsCount: number;
}

/** Whether a post has an average: an AI score or at least one rating. */
export function isRated({ aiScore, ratingsCount }: Scored): boolean {
  return aiScore !== null || ratingsCount > 0;
}

/** What an average is made of, e.g. "3 votes and the AI score". */
export function scoreSources({ aiScore, ratingsCount }: Scored): string {
  const votes = ratingsCount > 0 ? [counted(ratingsCount, 'vote')] : [];
  return [...votes, ...(aiScore === null ? [] : ['the AI score'])].join(' and ');
}

/** A score as text, with one decimal. */
export function formatScore(score: number): string {
  return score.toFixed(1);
}
