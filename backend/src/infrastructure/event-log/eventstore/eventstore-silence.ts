import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long nobody has said anything, with an end to it. */
export class Silence {
  private readonly timer: NodeJS.Timeout;
  private isOver = false;
  private heard = 0;

  /** @param over called once when nothing was heard for so long, unless {@link end} was called before */
  constructor(milliseconds: number, over: () => void) {
    this.timer = setTimeout(() => void this.tell(over), milliseconds);
  }

  /** Something was heard: the time begins anew. */
  broken(): void {
    this.heard += 1;
    if (!this.isOver) this.timer.refresh();
  }

  /** Nobody waits any longer. */
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
 * Lets whatever has arrived be read and handled first: when this process itself stood still, timers that are due come before answers that
 * have been here for long, and its own pause would be taken for the server's.
 */
export async function hearArrived(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
