import { SystemTimer } from '../infrastructure/clock/system-clock.js';
import type { Timer } from '../kernel/timer.js';

const PAUSE_MS = 500;
const LONGEST_MINUTES = 10;

/** A server was away for longer than a bulk writer waits. The message is for operators. */
export class GaveUpError extends Error {
  override readonly name = 'GaveUpError';
}

export interface WaitingParts {
  /** The server, as operators call it. */
  readonly server: string;
  /** Whether work failed because the server is away, so that it may succeed later. */
  readonly isAway: (error: unknown) => boolean;
  /** Called with one line when waiting begins, and with one when it ends. */
  readonly tell: (line: string) => void;
  readonly timer?: Pick<Timer, 'elapsed' | 'pause'>;
}

/** The patience of a program that writes much and that nobody waits for: it repeats its work while a server is away. */
export class Waiting {
  private since: number | null = null;

  private readonly timer: Pick<Timer, 'elapsed' | 'pause'>;

  constructor(private readonly parts: WaitingParts) {
    this.timer = parts.timer ?? new SystemTimer();
  }

  /**
   * Runs `work`, again and again while the server is away. Repeating it must change nothing that is done. Work may run
   * concurrently: the server is away once for all.
   * @throws GaveUpError after ten minutes without any success
   */
  async through<Result>(work: () => Promise<Result>): Promise<Result> {
    const { isAway } = this.parts;
    for (;;) {
      try {
        const result = await work();
        this.succeeded();
        return result;
      } catch (error) {
        if (error instanceof GaveUpError || !isAway(error)) throw error;
        this.failed(error as Error);
        await this.timer.pause(PAUSE_MS);
      }
    }
  }

  private failed(error: Error): void {
    const { server, tell } = this.parts;
    const now = this.timer.elapsed();
    if (this.since === null) tell(`Waiting for ${server}: ${error.message}`);
    this.since ??= now;
    if (now - this.since < LONGEST_MINUTES * 60_000) return;
    throw new GaveUpError(
      `${server} has not answered for ${LONGEST_MINUTES} minutes: ${error.message}. Run the same command again to continue.`,
      { cause: error },
    );
  }

  private succeeded(): void {
    if (this.since === null) return;
    const seconds = Math.round((this.timer.elapsed() - this.since) / 1000);
    this.since = null;
    this.parts.tell(`${this.parts.server} answers again after ${seconds} s`);
  }
}
