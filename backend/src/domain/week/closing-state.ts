/**
 * Why weeks do not close automatically:
 * - `started`: the server has just started, which passes by itself;
 * - `unavailable`: a view is being built, or a server does not answer, which the health of both shows;
 * - `clock was set`, `clocks differ`: the clock cannot be trusted;
 * - `future event`: a clock was wrong before.
 */
export interface ClosingStop {
  readonly because: 'started' | 'unavailable' | 'clock was set' | 'clocks differ' | 'future event';
  /** For operators. */
  readonly reason: string;
}

/** Whether weeks close automatically in this process. */
export class ClosingState {
  private current: ClosingStop | null = null;

  /** @param changed called when weeks stop for another cause, or close again; not for each check, and not at the start */
  constructor(private readonly changed: (stop: ClosingStop | null) => void = () => undefined) {}

  /** Why not; null if they do. */
  get stopped(): string | null {
    return this.current?.reason ?? null;
  }

  /** Whether an operator has to learn it here. */
  get isAlarming(): boolean {
    return this.current !== null && !['started', 'unavailable'].includes(this.current.because);
  }

  /** Records the result of a check. */
  set(stop: ClosingStop | null): void {
    const wasAlarming = this.isAlarming;
    const isOther = stop?.because !== this.current?.because;
    this.current = stop;
    if (isOther && (wasAlarming || this.isAlarming)) this.changed(stop);
  }
}
