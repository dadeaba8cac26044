import { writeSync } from 'node:fs';
import type { NewEvent } from '../../src/kernel/event-log.js';
import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';

/** What this program tells, a JSON object a line: an append before it is tried, and its number again when it was acknowledged. */
export type Told =
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
if (!file) throw new Error('append-writers takes the file of a log');
const log = new SqliteEventLog(file);
let count = 0;

/** Straight to the pipe, so that nothing that was told is lost when the process is killed. */
function tell(told: Told): void {
  writeSync(1, `${JSON.stringify(told)}\n`);
}

function event(writer: number): NewEvent {
  return { id: crypto.randomUUID(), type: 'Happened', data: { writer }, metadata: {} };
}

/** Appends until the process is killed: the even writers each to a stream of their own, which they know; the odd ones to one they share. */
async function write(writer: number): Promise<never> {
  const stream = writer % 2 === 0 ? `own-${writer}` : 'shared-all';
  let last = (await log.readStream(stream)).at(-1)?.revision ?? null;
  for (;;) {
    const expected = writer % 2 === 0 ? (last ?? 'noStream') : 'any';
    const events = Array.from({ length: 1 + (count % MOST_EVENTS) }, () => event(writer));
    const number = (count += 1);
    tell({ tried: number, stream, expected, events });
    const { revision, position } = await log.append(stream, expected, events);
    tell({ acknowledged: number, revision, position });
    last = revision;
  }
}

await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
