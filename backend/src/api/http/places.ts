/** Counts what is in progress on this server, and how much of it comes from each caller. */
export class Places {
  private taken = 0;
  private readonly ofCallers = new Map<string, number>();

  constructor(
    private readonly most: number,
    private readonly mostOfCaller: number,
  ) {}

  isFull(): boolean {
    return this.taken >= this.most;
  }

  /** Null is nobody, which is never full. */
  isFullFor(caller: string | null): boolean {
    return this.countOf(caller) >= this.mostOfCaller;
  }

  /** Takes a place, also if it is full. Returns what gives it back, to be called once. */
  take(caller: string | null): () => void {
    this.add(caller, 1);
    return () => this.add(caller, -1);
  }

  private add(caller: string | null, change: 1 | -1): void {
    this.taken += change;
    if (caller === null) return;
    const count = this.countOf(caller) + change;
    if (count === 0) this.ofCallers.delete(caller);
    else this.ofCallers.set(caller, count);
  }

  private countOf(caller: string | null): number {
    return caller === null ? 0 : (this.ofCallers.get(caller) ?? 0);
  }
}
