import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Waiting, as a port so that tests do not wait. */
export abstract class Pause {
  /** Resolves after this many milliseconds. */
  abstract for(milliseconds: number): Promise<void>;
}

export class TimerPause extends Pause {
  async for(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds);
  }
}

const ANSWER_MS = 300;

/** Makes all answers take the same time, so that response times reveal nothing about the work. */
@Injectable()
export class AnswerTime {
  constructor(private readonly pause: Pause) {}

  /** Runs `work` and resolves after 300 ms: never earlier, and later only if the work took longer. */
  async fill(work: () => Promise<void>): Promise<void> {
    // Start the pause first, so that it includes the synchronous part of the work.
    const [, result] = await Promise.allSettled([this.pause.for(ANSWER_MS), work()]);
    if (result.status === 'rejected') throw result.reason;
  }
}
