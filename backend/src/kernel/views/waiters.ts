/** Calls that wait for a condition. */
export class Waiters {
  private readonly waiting = new Set<{ isSo: () => boolean; done: (isSo: boolean) => void }>();

  /** Resolves with true at once, or at the first {@link settle} after the condition holds. Resolves with false after `milliseconds`. */
  async wait(isSo: () => boolean, milliseconds: number): Promise<boolean> {
    if (isSo()) return true;
    return new Promise((resolve) => {
      const entry = {
        isSo,
        done: (result: boolean) => {
          clearTimeout(timer);
          this.waiting.delete(entry);
          resolve(result);
        },
      };
      const timer = setTimeout(() => entry.done(false), milliseconds);
      this.waiting.add(entry);
    });
  }

  /** Resolves all calls whose condition holds. */
  settle(): void {
    for (const entry of this.waiting) if (entry.isSo()) entry.done(true);
  }
}
