import { Injectable } from '@nestjs/common';
import { Timer } from '../../kernel/timer.js';

const ANSWER_MS = 300;

/** Makes all answers take the same time, so that response times reveal nothing about the work. */
@Injectable()
export class AnswerTime {
  constructor(private readonly timer: Timer) {}

  /** Runs `work` and resolves after 300 ms: never earlier, and later only if the work took longer. */
  async fill(work: () => Promise<void>): Promise<void> {
    // It begins first, so that it includes the synchronous part of the work.
    const [, result] = await Promise.allSettled([this.timer.rest(ANSWER_MS), work()]);
    if (result.status === 'rejected') throw result.reason;
  }
}
