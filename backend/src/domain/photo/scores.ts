import type { CategoryScores } from './photo.events.js';

/** The overall score: the mean of the four categories, rounded to one decimal. */
export function overallScore(scores: CategoryScores): number {
  const tenths = [scores.toeAlignment, scores.toeNails, scores.footShape, scores.aesthetic].map((score) =>
    Math.round(score * 10),
  );
  return Math.round(tenths.reduce((sum, score) => sum + score, 0) / tenths.length) / 10;
}
