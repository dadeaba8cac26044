import { writeSync } from 'node:fs';
import type { NewEvent } from '../../src/kernel/event-log.js';
import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';

/** What this program prints, one JSON object per line: an append before it is tried, and its number again once it is acknowledged. */
export type Line =
  | {
      readonly tried: number;
      readonly stream: string;
      readonly expected: number | 'noStream' | 'any';
      readonly events: NewEvent[];
    }
  | { readonly acknowledged: number; readonly revision: number; readonly position: number };

const WRITERS = 16;
const MOST_EVENTS = 3;

const [file] = process.argv.slice(2);
if (!file) throw new Error('append-writers needs the file of a log');
const log = new SqliteEventLog(file);
let count = 0;

/** Writes synchronously to the pipe, so that no line is lost when the process is killed. */
function print(line: Line): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

function event(writer: number): NewEvent {
  return { id: crypto.randomUUID(), type: 'Happened', data: { writer }, metadata: {} };
}

/** Appends until the process is killed: even writers each to their own stream, whose revision they know; odd ones to a shared stream. */
async function write(writer: number): Promise<never> {
  const stream = writer % 2 === 0 ? `own-${writer}` : 'shared-all';
  let last = (await log.readStream(stream)).at(-1)?.revision ?? null;
  for (;;) {
    const expected = writer % 2 === 0 ? (last ?? 'noStream') : 'any';
    const events = Array.from({ length: 1 + (count % MOST_EVENTS) }, () => event(writer));
    const number = (count += 1);
    print({ tried: number, stream, expected, events });
    const { revision, position } = await log.append(stream, expected, events);
    print({ acknowledged: number, revision, position });
    last = revision;
  }
}

await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
