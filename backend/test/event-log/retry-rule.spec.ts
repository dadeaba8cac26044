import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import {
  type Appended,
  type EventLog,
  EventLogUnavailableError,
  type NewEvent,
  WrongExpectedRevisionError,
} from '../../src/kernel/event-log.js';
import { DEADLINES } from '../../src/kernel/deadlines.js';
import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';
import { patientLog } from '../support/eventstore/log-on-stand-in.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { useFolder } from '../support/folder.js';
import { amount } from '../support/scope.js';
import { PatientTimer } from '../support/timer.js';

const folder = useFolder({ per: 'file' });

/** A log whose server or file can be disturbed. */
interface Disturbed {
  /** The log that a writer has at this moment. */
  log(): EventLog;
  /** Injects a fault, which is over when it resolves. */
  disturb(fault: number): Promise<void>;
  close(): Promise<void>;
}

/** An append that a writer retries until it is answered or gives up, and its outcome. */
interface Try {
  readonly stream: string;
  readonly expected: number | 'noStream' | 'any';
  readonly events: readonly NewEvent[];
  outcome: Appended | 'refused' | 'unknown';
}

const FAULTS = 5;
const REPETITIONS = 3;
const RUNS = amount(12, 40);

async function onStandIn(): Promise<Disturbed> {
  const server = await EventStoreStandIn.start();
  const timer = new PatientTimer();
  const log = patientLog(server.url, {}, timer);
  const harms = [
    async () => {
      server.faults.cutAfterCommit = 1;
    },
    async () => server.cut(),
    async () => server.restart(),
    async () => {
      server.faults.freeze();
      // An append is given up, and executed when the server resumes.
      await timer.advance(DEADLINES['EventStoreDB answer'].ms);
      server.faults.thaw();
    },
    async () => {
      server.faults.endCallAfterCommit = 1;
    },
  ];
  return {
    log: () => log,
    disturb: async (fault) => harms[fault]?.(),
    close: async () => {
      await log.close();
      await server.stop();
    },
  };
}

/** The faults of the embedded log: it is closed, or two processes retry an append concurrently. */
async function onSqlite(): Promise<Disturbed> {
  const file = path.join(folder, `${crypto.randomUUID()}.db`);
  const twin = new SqliteEventLog(file);
  let log = new SqliteEventLog(file);
  let turn = 0;
  return {
    log: () => ((turn += 1) % 2 === 0 ? twin : log),
    disturb: async (fault) => {
      if (fault % 2 === 0) return;
      const before = log;
      log = new SqliteEventLog(file);
      await before.close();
    },
    close: async () => {
      await twin.close();
      await log.close();
    },
  };
}

/** Tries an append, retries it unchanged while the outcome is unknown, then gives up. */
async function persist(logs: Disturbed, append: Try): Promise<void> {
  for (let attempt = 0; attempt < REPETITIONS; attempt += 1) {
    try {
      append.outcome = await logs.log().append(append.stream, append.expected, append.events);
      return;
    } catch (error) {
      if (error instanceof WrongExpectedRevisionError) append.outcome = 'refused';
      else if (!(error instanceof EventLogUnavailableError)) throw error;
      if (append.outcome === 'refused') return;
    }
  }
}

async function waitTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
}

/** The allowed indexes of an append's events in their stream: consecutive, or all -1 when it was not written. */
function allowedIndexes(outcome: Try['outcome'], indexes: readonly number[]): number[][] {
  const from = (first: number) => indexes.map((_id, index) => first + index);
  const absent = indexes.map(() => -1);
  if (outcome === 'refused') return [absent];
  const first = indexes[0] ?? -1;
  if (outcome === 'unknown') return first < 0 ? [absent] : [from(first)];
  return [from(outcome.revision - indexes.length + 1)];
}

describe.each([
  ['EventStoreDB, on the stand-in', onStandIn],
  ['SQLite', onSqlite],
])('the retry rule on %s', (_, make) => {
  const step = fc.record({
    stream: fc.integer({ min: 0, max: 2 }),
    expected: fc.constantFrom('last', 'last', 'any', 'stale'),
    count: fc.integer({ min: 1, max: 3 }),
    fault: fc.integer({ min: 0, max: FAULTS - 1 }),
    turns: fc.integer({ min: 0, max: 25 }),
  });

  it('keeps an acknowledged append exactly once and any other at most once, for any fault at any time', async () => {
    const logs = await make();
    let run = 0;
    let acknowledged = 0;
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
          run += 1;
          const tries: Try[] = [];
          for (const { stream: which, expected, count, fault, turns } of steps) {
            const stream = `retry${run}x${which}-1`;
            const last = (await logs.log().readStream(stream)).at(-1)?.revision ?? -1;
            const revision = expected === 'stale' ? last - 1 : last;
            const events = Array.from({ length: count }, () => ({
              id: crypto.randomUUID(),
              type: 'Happened',
              data: { run },
              metadata: {},
            }));
            const exact = revision < 0 ? 'noStream' : revision;
            const append: Try = {
              stream,
              events,
              expected: expected === 'any' ? 'any' : exact,
              outcome: 'unknown',
            };
            tries.push(append);
            const harm = waitTurns(turns).then(() => logs.disturb(fault));
            // A failure must not leave a fault for later runs.
            const [answer] = await Promise.allSettled([persist(logs, append), harm]);
            await harm;
            if (answer.status === 'rejected') throw answer.reason;
          }
          const streams = new Set(tries.map(({ stream }) => stream));
          const stored = new Map<string, string[]>();
          for (const stream of streams) {
            const events = await logs.log().readStream(stream);
            expect(events.map(({ revision }) => revision)).toEqual(events.map((_event, index) => index));
            stored.set(
              stream,
              events.map(({ id }) => id),
            );
          }
          for (const { stream, events, outcome } of tries) {
            const ids = stored.get(stream) ?? [];
            const wanted = events.map(({ id }) => id);
            const indexes = wanted.map((id) => ids.indexOf(id));
            expect(ids.filter((id) => wanted.includes(id)).length).toBe(
              indexes.filter((index) => index >= 0).length,
            );
            expect(allowedIndexes(outcome, indexes)).toContainEqual(indexes);
            acknowledged += typeof outcome === 'object' ? 1 : 0;
          }
          const tried = new Set(tries.flatMap(({ events }) => events.map(({ id }) => id)));
          expect([...stored.values()].flat().filter((id) => !tried.has(id))).toEqual([]);
        }),
        { numRuns: RUNS, includeErrorInReport: true },
      );
      expect(acknowledged).toBeGreaterThan(RUNS);
    } finally {
      await logs.close();
    }
  });
});
