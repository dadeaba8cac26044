import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DeadlineName } from '../../../kernel/deadlines.js';
import type { Deadline, Timer } from '../../../kernel/timer.js';

/** A watchdog for a silent server: calls back when nothing was heard for a given time. */
export class Silence {
  private readonly deadline: Deadline;
  private isOver = false;
  private heard = 0;

  /** @param over called once after `milliseconds` of silence, unless {@link end} was called before */
  constructor(timer: Timer, name: DeadlineName, milliseconds: number, over: () => void) {
    this.deadline = timer.deadline(name, () => void this.expire(over), milliseconds);
  }

  /** Something was heard: restarts the timer. */
  reset(): void {
    this.heard += 1;
    if (!this.isOver) this.deadline.restart();
  }

  end(): void {
    this.isOver = true;
    this.deadline.end();
  }

  private async expire(over: () => void): Promise<void> {
    const { heard } = this;
    await pendingIo();
    if (this.isOver || this.heard !== heard) return;
    this.isOver = true;
    over();
  }
}

/**
 * Lets received data be handled first. After this process was blocked, due timers run before data that arrived in
 * the meantime; without this, our own pause would count as silence of the server.
 */
export async function pendingIo(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
