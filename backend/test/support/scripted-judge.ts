import { type Judgement, PhotoJudge } from '../../src/infrastructure/judge/photo-judge.port.js';

/** The judgement of a photo that is not allowed. */
export const REFUSAL: Judgement = {
  verdict: 'refuse',
  reasons: ['shows a face'],
  model: 'script',
  promptVersion: '1',
};

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
