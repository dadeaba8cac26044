import type { NewEvent } from '../../../src/kernel/event-log.js';
import { EventStoreEventLog } from '../../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import type { EventStoreTimings } from '../../../src/infrastructure/event-log/eventstore/eventstore-timings.js';
import { EventStoreStandIn } from './stand-in.js';

/** Timeouts that no busy machine reaches, for tests that do not wait for them. */
export const PATIENT = {
  appendMs: 20_000,
  readMs: 20_000,
  pageMs: 20_000,
  confirmMs: 20_000,
  watchdogMs: 20_000,
  breakAfterMs: Number.POSITIVE_INFINITY,
};

/** A stand-in for each test, and the logs that a test opens on it. */
export interface LogsOnStandIn {
  readonly server: EventStoreStandIn;
  /** A log with the timeouts that a test waits for, and long ones otherwise. */
  open(timings?: Partial<EventStoreTimings>, url?: string): EventStoreEventLog;
}

export function useLogsOnStandIn(): LogsOnStandIn {
  let server: EventStoreStandIn;
  const logs: EventStoreEventLog[] = [];
  beforeEach(async () => {
    server = await EventStoreStandIn.start();
  });
  afterEach(async () => {
    server.faults.thaw();
    await Promise.all(logs.splice(0).map((log) => log.close()));
    await server.stop();
  });

  return {
    get server() {
      return server;
    },
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
  };
}

/** A new event with a new id. */
export function newEvent(data: object = {}): NewEvent {
  return { id: crypto.randomUUID(), type: 'Happened', data, metadata: {} };
}
