import type { NewEvent } from '../../../src/kernel/event-log.js';
import { EventStoreEventLog } from '../../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import type { EventStoreTimings } from '../../../src/infrastructure/event-log/eventstore/eventstore-timings.js';
import { PatientTimer } from '../timer.js';
import { EventStoreStandIn } from './stand-in.js';

/** Time stands still for the log of a test, so nothing is too late: it neither gives up its server nor spares it new clients. */
export const PATIENT = { breakAfterMs: Number.POSITIVE_INFINITY, leastClientMs: 0 };

/** A log whose calls wait for the server, until the test advances the timer. */
export function patientLog(
  url: string,
  timings: Partial<EventStoreTimings> = {},
  timer = new PatientTimer(),
): EventStoreEventLog {
  return new EventStoreEventLog(url, { ...PATIENT, ...timings }, undefined, timer);
}

/** A stand-in for each test, and the logs that a test opens on it. */
export interface LogsOnStandIn {
  readonly server: EventStoreStandIn;
  /** Of the logs. */
  readonly timer: PatientTimer;
  open(timings?: Partial<EventStoreTimings>, url?: string): EventStoreEventLog;
}

export function useLogsOnStandIn(): LogsOnStandIn {
  let server: EventStoreStandIn;
  let timer: PatientTimer;
  const logs: EventStoreEventLog[] = [];
  beforeEach(async () => {
    timer = new PatientTimer();
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
    get timer() {
      return timer;
    },
    open: (timings, url = server.url) => {
      const log = patientLog(url, { firstPauseMs: 5, longestPauseMs: 50, ...timings }, timer);
      logs.push(log);
      return log;
    },
  };
}

/** A new event with a new id. */
export function newEvent(data: object = {}): NewEvent {
  return { id: crypto.randomUUID(), type: 'Happened', data, metadata: {} };
}
