import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets one of several waiting steps happen at a time, in an order that a list of choices gives. */
export class Steps {
  private readonly waiting = new Map<string, () => void>();
  private readonly stopped = new Set<string>();
  private running = 0;
  private count = 0;
  /** For each step that happened: which of how many it was, and its name. */
  readonly taken: { choice: number; of: number; name: string }[] = [];

  constructor(private readonly choices: readonly number[]) {}

  /** Begins a task; each of its steps waits for its turn. */
  begin(work: () => Promise<void>): void {
    this.running += 1;
    void work().finally(() => (this.running -= 1));
  }

  /** Waits for the turn of this step. Never resolves once its process has ended. */
  async turn(process: string, step: string): Promise<void> {
    this.count += 1;
    // Unlike any other one that waits.
    const name = `${process} ${step} (${this.count})`;
    await new Promise<void>((resolve) => {
      if (!this.stopped.has(process)) this.waiting.set(name, resolve);
      else this.running -= 1;
    });
  }

  /** Ends a process: none of its steps happens any more. */
  stop(process: string): void {
    this.stopped.add(process);
    for (const step of this.waiting.keys()) {
      if (!step.startsWith(`${process} `)) continue;
      this.waiting.delete(step);
      this.running -= 1;
    }
  }

  async run(): Promise<void> {
    for (;;) {
      await this.settled();
      const names = [...this.waiting.keys()].toSorted();
      const choice = this.choices[this.taken.length] ?? 0;
      const name = names[choice];
      if (name === undefined) return;
      this.taken.push({ choice, of: names.length, name });
      const happens = this.waiting.get(name);
      this.waiting.delete(name);
      happens?.();
    }
  }

  /** Until every task waits for a turn. */
  private async settled(): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      await (tries % 50 === 49 ? nextTurn() : Promise.resolve());
      if (tries > 20 && this.waiting.size === this.running) return;
    }
  }
}

/** The choices of the next order; null after the last. */
export function nextAfter(
  taken: readonly { readonly choice: number; readonly of: number }[],
): readonly number[] | null {
  const last = taken.findLastIndex(({ choice, of }) => choice + 1 < of);
  if (last === -1) return null;
  return [...taken.slice(0, last).map(({ choice }) => choice), (taken[last]?.choice ?? 0) + 1];
}
