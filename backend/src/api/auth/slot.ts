import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';

/** Waiting, as a port so that tests do not wait. */
export abstract class Pause {
  /** Resolves after this many milliseconds. */
  abstract for(milliseconds: number): Promise<void>;
}

/** Waits in real time. */
export class TimerPause extends Pause {
  async for(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds);
  }
}

const SLOT_MS = 300;

/** A fixed time slot for work, so that response times reveal nothing about the work. */
@Injectable()
export class Slot {
  constructor(@Inject(Pause) private readonly pause: Pause) {}

  /** Runs `work` and resolves at the end of the slot: never earlier, and later only if the work took longer. */
  async fill(work: () => Promise<void>): Promise<void> {
    // Start the slot first, so that it includes the synchronous part of the work.
    const [, result] = await Promise.allSettled([this.pause.for(SLOT_MS), work()]);
    if (result.status === 'rejected') throw result.reason;
  }
}
