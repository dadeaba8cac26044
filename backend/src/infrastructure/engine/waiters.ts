/** Calls that wait until a position has been reached. */
export class Waiters {
  private readonly waiting = new Set<{ position: number; done: (reached: boolean) => void }>();

  /** Resolves with true at {@link settle} of `position` or later, with false after `milliseconds`. */
  async wait(position: number, milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const entry = {
        position,
        done: (reached: boolean) => {
          clearTimeout(timer);
          this.waiting.delete(entry);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => entry.done(false), milliseconds);
      this.waiting.add(entry);
    });
  }

  /** Lets go whoever waits for `reached` or less. */
  settle(reached: number): void {
    for (const entry of this.waiting) if (entry.position <= reached) entry.done(true);
  }
}
