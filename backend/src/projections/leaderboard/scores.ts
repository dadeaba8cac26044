import type { Standing } from '../../domain/week/week.js';
import { type TypeOf, nullable, number, object } from '../../kernel/field.js';
import { shownScore } from '../photos/rating-result.js';

/** The scores of a post. They are in tenths, so that sums are whole numbers. */
export const Scores = object({
  /** The AI score; null for a post that was published without one. It is not a vote. */
  aiTenths: nullable(number),
  /** The sum of all votes. */
  voteTenths: number,
  /** The number of people who rated the post. */
  voteCount: number,
});
export type Scores = TypeOf<typeof Scores>;

/** The average of the AI score and all votes in tenths, rounded half up; 0 without any score. */
export function averageTenths({ aiTenths, voteTenths, voteCount }: Scores): number {
  const count = voteCount + (aiTenths === null ? 0 : 1);
  return count === 0 ? 0 : Math.round((voteTenths + (aiTenths ?? 0)) / count);
}

/** The average as answers contain it: one decimal, `0.0` without any score. */
export function shownAverage(scores: Scores): string {
  return shownScore(averageTenths(scores) / 10);
}

/** The AI score as answers contain it: one decimal; null if there is none. */
export function shownAiScore({ aiTenths }: Scores): string | null {
  return aiTenths === null ? null : shownScore(aiTenths / 10);
}

/** The scores as a standing records them: the sum and the number of all scores, the AI score included. */
export function standingScoresOf({
  aiTenths,
  voteTenths,
  voteCount,
}: Scores): Pick<Standing, 'scoreTenths' | 'scoreCount'> {
  return {
    scoreTenths: voteTenths + (aiTenths ?? 0),
    scoreCount: voteCount + (aiTenths === null ? 0 : 1),
  };
}

/** The scores of a standing. `aiTenths` is the AI score in the event that published the post. */
export function scoresOf(
  { scoreTenths, scoreCount }: Pick<Standing, 'scoreTenths' | 'scoreCount'>,
  aiTenths: number | null,
): Scores {
  return {
    aiTenths,
    voteTenths: scoreTenths - (aiTenths ?? 0),
    voteCount: scoreCount - (aiTenths === null ? 0 : 1),
  };
}
