/** Lets callers wait for a condition that changes in steps. */
export class Steps {
  private readonly waiting = new Set<() => void>();

  /** Tells that something has changed. */
  step(): void {
    for (const look of this.waiting) look();
  }

  /** Resolves as soon as the condition holds, or after `milliseconds`. */
  async until(holds: () => boolean, milliseconds: number | null = null): Promise<void> {
    if (holds()) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        if (timer) clearTimeout(timer);
        this.waiting.delete(look);
        resolve();
      };
      const look = () => {
        if (holds()) end();
      };
      const timer = milliseconds === null ? null : setTimeout(end, milliseconds);
      this.waiting.add(look);
    });
  }
}
