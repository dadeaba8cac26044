/** A photo as the judge sees it: the normalised picture, never the uploaded bytes. */
export interface JudgedPhoto {
  /** WebP without metadata. */
  readonly webp: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * The four category scores, each 0 to 10 with one decimal. The overall score is their mean, which the domain
 * computes.
 */
export interface CategoryScores {
  readonly toeAlignment: number;
  readonly toeNails: number;
  readonly footShape: number;
  readonly aesthetic: number;
}

/**
 * The photo may be shown (`pass`), or only after a person has looked at it (`review`). It carries a full
 * rating.
 */
export interface RatedJudgement {
  readonly verdict: 'pass' | 'review';
  /** Why it needs a review, as phrases that follow "The photo …"; the demo judge puts its own label here. */
  readonly reasons: readonly string[];
  readonly scores: CategoryScores;
  /** Kind words about the photo, 1 to 280 characters, already moderated. */
  readonly comment: string;
  /** Which model judged, as the provider named it. */
  readonly model: string;
  /** Which wording of the question it answered. */
  readonly promptVersion: string;
}

/** The photo must not be kept. It has no scores: none are made up for a picture that was not rated. */
export interface RefusedJudgement {
  readonly verdict: 'refuse';
  /** At least one phrase that follows "The photo …", for example "shows a face". */
  readonly reasons: readonly string[];
  readonly model: string;
  readonly promptVersion: string;
}

export type Judgement = RatedJudgement | RefusedJudgement;

/** The longest comment a judge may write, in characters. */
export const MAX_COMMENT_LENGTH = 280;

/**
 * No judgement could be had, even after one retry. Nothing was decided about the photo: the person may try
 * again. `detail` says what went wrong in words fit for a log: no key, no picture, no text of a person.
 */
export class JudgeUnavailableError extends Error {
  override readonly name = 'JudgeUnavailableError';

  constructor(readonly detail: string) {
    super('The rating service is not available right now. Please try again in a few minutes.');
  }
}

/** Decides whether a photo may be shown and rates it. */
export abstract class PhotoJudge {
  /** What the screen says about who judged. */
  abstract readonly kind: 'demo' | 'ai';

  /** @throws JudgeUnavailableError when no valid answer came, after one retry. */
  abstract judge(photo: JudgedPhoto): Promise<Judgement>;
}
