import type { SchedulerRegistry } from '@nestjs/schedule';
import type { Clock } from '../../src/kernel/clock.js';
import type { TestTimer } from './timer.js';

/** What Node keeps in a timer: its work, and its time in milliseconds. */
interface NodeTimer extends NodeJS.Timeout {
  readonly _onTimeout: () => void;
  readonly _idleTimeout: number;
}

/** Takes the scheduled jobs from the clock of the machine: from now on they run when the timer is advanced. */
export function holdJobs(registry: SchedulerRegistry, timer: TestTimer, clock: Clock): void {
  for (const name of registry.getIntervals()) {
    const interval = registry.getInterval(name) as NodeTimer;
    const { _idleTimeout: milliseconds, _onTimeout: work } = interval;
    timer.every(milliseconds, work);
    clearInterval(interval);
  }
  for (const name of registry.getTimeouts()) {
    const timeout = registry.getTimeout(name) as NodeTimer;
    const { _idleTimeout: milliseconds, _onTimeout: work } = timeout;
    void timer.pause(milliseconds).then(work);
    clearTimeout(timeout);
  }
  for (const job of registry.getCronJobs().values()) {
    void job.stop();
    const now = () => clock.now().getTime();
    const next = () => job.cronTime.getNextDateFrom(clock.now()).toMillis() - now();
    const run = async (): Promise<void> => {
      await timer.pause(next());
      void job.fireOnTick();
      return run();
    };
    void run();
  }
}
