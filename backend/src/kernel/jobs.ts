import type { Clock } from './clock.js';
import { messageOf } from './error-message.js';

/** Which processes of a site run a scheduled job. */
export type JobPlace = 'every process' | 'active process';

/** A scheduled job, and its last run in this process. */
export interface ScheduledJob {
  readonly name: string;
  readonly runsIn: JobPlace;
  /** When the last run began (ISO 8601); null before the first. */
  readonly lastRun: string | null;
  /** Why the last run failed; null if it did not. */
  readonly error: string | null;
}

/** The scheduled jobs. Remembers how their runs in this process end. */
export class Jobs {
  private readonly known: Map<string, ScheduledJob>;
  private changed: () => void = () => undefined;

  constructor(
    places: Readonly<Record<string, JobPlace>>,
    private readonly clock: Clock,
  ) {
    const jobs = Object.entries(places).map(([name, runsIn]) => ({
      name,
      runsIn,
      lastRun: null,
      error: null,
    }));
    this.known = new Map(jobs.map((job) => [job.name, job]));
  }

  /** Calls `work` each time a job begins to fail, and when it works again. */
  whenChanged(work: () => void): void {
    this.changed = work;
  }

  all(): readonly ScheduledJob[] {
    return [...this.known.values()];
  }

  /** @throws RangeError for a job that is not in the table */
  named(name: string): ScheduledJob {
    const job = this.known.get(name);
    if (!job) throw new RangeError(`the table of scheduled jobs has no row for ${name}`);
    return job;
  }

  /** Runs a job, and remembers whether it failed. */
  async run(name: string, work: () => unknown): Promise<void> {
    const lastRun = this.clock.now().toISOString();
    let error: string | null = null;
    try {
      await work();
    } catch (thrown) {
      error = messageOf(thrown);
    }
    const before = this.named(name);
    this.known.set(name, { ...before, lastRun, error });
    if ((before.error === null) !== (error === null)) this.changed();
  }
}
