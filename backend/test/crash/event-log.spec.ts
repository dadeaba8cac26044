import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { seededRandom } from '../../src/demo/random.js';
import type { LoggedEvent } from '../../src/kernel/event-log.js';
import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';
import type { Line } from './append-writers.js';
import { DEADLINE_MS } from '../support/deadline.js';
import { amount, seedOf } from '../support/scope.js';
import { useFolder } from '../support/folder.js';

type Append = Extract<Line, { tried: number }>;
type Acknowledgement = Extract<Line, { acknowledged: number }>;

const SCRIPT = path.join(import.meta.dirname, 'append-writers.js');
const ROUNDS = amount(3, 6);
const MOST_APPENDS = 400;

/** Starts writers on a log and kills them with SIGKILL once this many of their appends are acknowledged. */
async function killedAfter(file: string, acknowledgements: number) {
  const child = spawn(process.execPath, [SCRIPT, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
  });
  const closed = once(child, 'close');
  const tried = new Map<number, Append>();
  const acknowledged = new Map<number, Acknowledgement>();
  for await (const line of createInterface(child.stdout)) {
    const parsed = JSON.parse(line) as Line;
    if ('tried' in parsed) tried.set(parsed.tried, parsed);
    else acknowledged.set(parsed.acknowledged, parsed);
    if (acknowledged.size === acknowledgements) child.kill('SIGKILL');
  }
  await closed;
  expect(child.signalCode).toBe('SIGKILL');
  const unsure = [...tried.values()].filter((append) => !acknowledged.has(append.tried));
  return { tried, acknowledged, unsure };
}

async function everything(log: SqliteEventLog): Promise<LoggedEvent[]> {
  return log.readAll(0, Number.MAX_SAFE_INTEGER);
}

const file = path.join(useFolder({ per: 'file' }), 'events.db');

describe('a log whose writers are killed', () => {
  const random = seededRandom(seedOf(20_261_121));
  const known = new Set<string>();

  it.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    'keeps every acknowledged append once and whole (round %i)',
    async () => {
      const acknowledgements = 1 + Math.floor(random() * MOST_APPENDS);
      const { tried, acknowledged, unsure } = await killedAfter(file, acknowledgements);
      expect(acknowledged.size).toBeGreaterThanOrEqual(acknowledgements);
      const log = new SqliteEventLog(file);
      try {
        const events = await everything(log);
        const byId = new Map(events.map((event) => [event.id, event]));
        expect(byId.size).toBe(events.length);

        for (const [number, { revision, position }] of acknowledged) {
          const append = tried.get(number) as Append;
          const stored = append.events.map(({ id }) => byId.get(id));
          expect(stored.at(-1)).toMatchObject({ stream: append.stream, revision, position });
          expect(stored.map((event) => event?.revision)).toEqual(
            append.events.map((_event, index) => revision - append.events.length + 1 + index),
          );
        }
        // An unacknowledged append is there as a whole or not at all, and nothing else is there.
        for (const append of unsure) {
          expect([0, append.events.length]).toContain(append.events.filter(({ id }) => byId.has(id)).length);
        }
        for (const append of tried.values()) for (const { id } of append.events) known.add(id);
        expect(events.filter(({ id }) => !known.has(id))).toEqual([]);

        const revisions = Map.groupBy(events, ({ stream }) => stream);
        for (const stream of revisions.values()) {
          expect(stream.map(({ revision }) => revision)).toEqual(stream.map((_event, index) => index));
        }

        // At most one append per writer is open: repeated, it is written once, and a second repetition returns the same.
        expect(unsure.length).toBeLessThanOrEqual(16);
        for (const { stream, expected, events: again } of unsure) {
          const first = await log.append(stream, expected, again);
          expect(await log.append(stream, expected, again)).toEqual(first);
        }
        const ids = (await everything(log)).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        const before = events.filter(({ id }) =>
          unsure.every((append) => append.events.every((event) => event.id !== id)),
        );
        const repeated = unsure.flatMap((append) => append.events.map(({ id }) => id));
        expect(ids.toSorted()).toEqual([...before.map(({ id }) => id), ...repeated].toSorted());
      } finally {
        await log.close();
      }
    },
  );
});
