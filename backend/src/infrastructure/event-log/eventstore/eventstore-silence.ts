import { setImmediate as nextTurn } from 'node:timers/promises';

/** A watchdog for a silent server: calls back when nothing was heard for a given time. */
export class Silence {
  private readonly timer: NodeJS.Timeout;
  private isOver = false;
  private heard = 0;

  /** @param over called once after `milliseconds` of silence, unless {@link end} was called before */
  constructor(milliseconds: number, over: () => void) {
    this.timer = setTimeout(() => void this.tell(over), milliseconds);
  }

  /** Something was heard: restarts the timer. */
  broken(): void {
    this.heard += 1;
    if (!this.isOver) this.timer.refresh();
  }

  /** Stops the watchdog. */
  end(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  private async tell(over: () => void): Promise<void> {
    const { heard } = this;
    await hearArrived();
    if (this.isOver || this.heard !== heard) return;
    this.isOver = true;
    over();
  }
}

/**
 * Lets received data be handled first. After this process was blocked, due timers run before data that arrived in
 * the meantime; without this, our own pause would count as silence of the server.
 */
export async function hearArrived(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
