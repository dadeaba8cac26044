import { JudgeUnavailableError } from '../../src/infrastructure/judge/photo-judge.port.js';
import { type ModeratedText, TextModeration } from '../../src/infrastructure/judge/text-moderation.port.js';

/** Accepts every text, unless a test sets a reason or an outage. */
export class TestModeration extends TextModeration {
  reasons: readonly string[] = [];
  /** What it was asked about. */
  texts: string[] = [];
  isDown = false;

  override moderate(text: string): Promise<ModeratedText> {
    this.texts.push(text);
    if (this.isDown) return Promise.reject(new JudgeUnavailableError('the provider did not answer'));
    return Promise.resolve({ allowed: this.reasons.length === 0, reasons: this.reasons });
  }
}
