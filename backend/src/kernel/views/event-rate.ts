const SECONDS = 10;

/** How many events a consumer has handled per second, over the last 10 full seconds. */
export class EventRate {
  /** The number of events by second, oldest first. */
  private readonly counts = new Map<number, number>();

  /** @param now milliseconds on a clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  note(events: number): void {
    const second = this.second();
    this.forget(second);
    this.counts.set(second, (this.counts.get(second) ?? 0) + events);
  }

  perSecond(): number {
    const second = this.second();
    this.forget(second);
    let events = 0;
    for (const [at, count] of this.counts) if (at < second) events += count;
    return events / SECONDS;
  }

  private second(): number {
    return Math.floor(this.now() / 1000);
  }

  private forget(second: number): void {
    for (const at of this.counts.keys()) if (at < second - SECONDS) this.counts.delete(at);
  }
}
