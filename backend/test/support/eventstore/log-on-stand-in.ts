import type { NewEvent } from '../../../src/kernel/event-log.js';
import { EventStoreEventLog } from '../../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import type { EventStoreTimings } from '../../../src/infrastructure/event-log/eventstore/eventstore-timings.js';
import { EventStoreStandIn } from './stand-in.js';

/** Deadlines that no busy machine misses, for tests that wait for none. */
export const PATIENT = {
  appendMs: 20_000,
  readMs: 20_000,
  pageMs: 20_000,
  confirmMs: 20_000,
  watchdogMs: 20_000,
};

/** A stand-in and the logs that a test opens on it. */
export interface LogsOnStandIn {
  readonly server: EventStoreStandIn;
  /** A log with deadlines that a test names where it waits for one, and else with long ones. */
  open(timings?: Partial<EventStoreTimings>, url?: string): EventStoreEventLog;
  close(): Promise<void>;
}

export async function logsOnStandIn(): Promise<LogsOnStandIn> {
  const server = await EventStoreStandIn.start();
  const logs: EventStoreEventLog[] = [];
  return {
    server,
    open: (timings, url = server.url) => {
      const log = new EventStoreEventLog(url, {
        ...PATIENT,
        firstPauseMs: 5,
        longestPauseMs: 50,
        ...timings,
      });
      logs.push(log);
      return log;
    },
    close: async () => {
      server.faults.thaw();
      await Promise.all(logs.map((log) => log.close()));
      await server.stop();
    },
  };
}

/** An event that nobody has written yet. */
export function newEvent(data: object = {}): NewEvent {
  return { id: crypto.randomUUID(), type: 'Happened', data, metadata: {} };
}
