import { type Judgement, PhotoJudge } from '../../src/infrastructure/judge/photo-judge.port.js';
import type { RunningApp } from './app.js';

/** The judgement of a photo that is not allowed. */
export const REFUSAL: Judgement = {
  verdict: 'refuse',
  reasons: ['shows a face'],
  model: 'script',
  promptVersion: '1',
};

/** The judgement of a photo that may go to the board. */
export const PASSED = {
  verdict: 'pass',
  reasons: [],
  scores: { toeAlignment: 7, toeNails: 7, footShape: 7, aesthetic: 7 },
  comment: 'A calm picture.',
  model: 'script',
  promptVersion: '1',
} as const satisfies Judgement;

/** The judgement of a photo that an admin has to look at. */
export const DOUBTFUL: Judgement = { ...PASSED, verdict: 'review', reasons: ['may show a face'] };

/** Lets the judge of a server give this judgement until mocks are restored. */
export const judging = ({ server }: RunningApp, judgement: Judgement) =>
  jest.spyOn(server.get(PhotoJudge, { strict: false }), 'judge').mockResolvedValue(judgement);

/** A judge with the answer that the test sets. */
export class ScriptedJudge extends PhotoJudge {
  override readonly kind = 'ai';
  next: Judgement | Error = REFUSAL;
  /** How many photos it was asked about. */
  asked = 0;

  override judge(): Promise<Judgement> {
    this.asked += 1;
    return this.next instanceof Error ? Promise.reject(this.next) : Promise.resolve(this.next);
  }
}
