import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';

/** Waiting, behind a port so that tests need not. */
export abstract class Pause {
  /** Resolves after so many milliseconds. */
  abstract for(milliseconds: number): Promise<void>;
}

/** Waits in real time. */
export class TimerPause extends Pause {
  async for(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds);
  }
}

const SLOT_MS = 300;

/** A fixed stretch of time that work is done in, so that its length tells nothing of what was done. */
@Injectable()
export class Slot {
  constructor(@Inject(Pause) private readonly pause: Pause) {}

  /**
   * Does `work` and answers at the end of the slot: not earlier, and later only if the work was longer than
   * the slot.
   */
  async fill(work: () => Promise<void>): Promise<void> {
    // The slot begins first: what work does before it waits for anything is within it, too.
    const [, result] = await Promise.allSettled([this.pause.for(SLOT_MS), work()]);
    if (result.status === 'rejected') throw result.reason;
  }
}
