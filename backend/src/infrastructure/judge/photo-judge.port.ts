/** The photo that is judged: the normalised picture, never the uploaded bytes. */
export interface JudgedPhoto {
  /** WebP without metadata. */
  readonly webp: Buffer;
  readonly width: number;
  readonly height: number;
}

/** The four category scores, each 0 to 10 with one decimal. The domain computes their mean as the AI score. */
export interface CategoryScores {
  readonly toeAlignment: number;
  readonly toeNails: number;
  readonly footShape: number;
  readonly aesthetic: number;
}

/** The photo may be shown (`pass`), or only after a review by a person (`review`). It has scores and a comment. */
export interface RatedJudgement {
  readonly verdict: 'pass' | 'review';
  /** Why it needs a review, as phrases that continue "The photo …". The demo judge puts its own label here. */
  readonly reasons: readonly string[];
  readonly scores: CategoryScores;
  /** The comment on the photo: 1 to 280 characters, already moderated. */
  readonly comment: string;
  /** The model, as named in the provider's response. */
  readonly model: string;
  readonly promptVersion: string;
}

/** The photo must not be stored. It has no scores, because a refused photo is not rated. */
export interface RefusedJudgement {
  readonly verdict: 'refuse';
  /** At least one phrase that continues "The photo …", for example "shows a face". */
  readonly reasons: readonly string[];
  readonly model: string;
  readonly promptVersion: string;
}

export type Judgement = RatedJudgement | RefusedJudgement;

/** The maximum length of a judge's comment, in characters. */
export const MAX_COMMENT_LENGTH = 280;

/**
 * The judge failed, even after one retry. Nothing was decided about the photo: the person may try again. `detail` is
 * safe to log: no key, no picture, no user text.
 */
export class JudgeUnavailableError extends Error {
  override readonly name = 'JudgeUnavailableError';

  constructor(readonly detail: string) {
    super('The rating service is not available right now. Please try again in a few minutes.');
  }
}

export abstract class PhotoJudge {
  /** The kind of judge, as shown on the screen. */
  abstract readonly kind: 'demo' | 'ai';

  /** @throws JudgeUnavailableError when there was no valid answer, even after one retry */
  abstract judge(photo: JudgedPhoto): Promise<Judgement>;
}
