import { messageOf } from '../error-message.js';
import type { EventLog } from '../event-log.js';
import type { KernelLogger } from '../logger.js';
import type { Timer } from '../timer.js';
import { withCliCommands } from '../cli-command-text.js';

/** A start has other work at first. */
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Looks for damage in the log, a minute after the start and every hour, beside all other work. */
export class LogCheck {
  private found: string | null = null;
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly log: Pick<EventLog, 'damage'>,
    private readonly logger: KernelLogger,
    private readonly timer: Pick<Timer, 'pause'>,
  ) {}

  /** What is wrong with the log and what to do, for operators; null if nothing is known. */
  get damage(): string | null {
    return this.found;
  }

  start(): void {
    this.running = this.repeat();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async repeat(): Promise<void> {
    const { signal } = this.stopping;
    await this.timer.pause(MINUTE_MS, signal);
    while (!signal.aborted) {
      await this.check();
      await this.timer.pause(HOUR_MS, signal);
    }
  }

  private async check(): Promise<void> {
    const { signal } = this.stopping;
    try {
      const damage = await this.log.damage(signal);
      const sentence = damage && withCliCommands(messageOf(damage));
      if (damage && sentence !== this.found) this.logger.error(damage, 'the log was checked');
      this.found = sentence;
    } catch (error) {
      if (!signal.aborted) this.logger.error(error, 'the log could not be checked');
    }
  }
}
