import { setTimeout } from 'node:timers/promises';

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
