import { openSync, readFileSync, writeSync } from 'node:fs';
import type { ProposedEvent } from './stored-event.js';

/** What was written together: all of it or nothing. */
export interface Entry {
  readonly stream: string;
  readonly events: readonly ProposedEvent[];
}

type Line = readonly [string, ...(readonly [string, string, string, string, string])[]];

/**
 * A file with everything that a stand-in has stored, one line per append. It survives the death of the process: every line is with
 * the operating system before the append is answered. It does not survive a power cut.
 */
export class Journal {
  private readonly file: number;

  private constructor(
    file: string,
    /** What the file contained when it was opened. */
    readonly entries: readonly Entry[],
  ) {
    this.file = openSync(file, 'a');
  }

  /** Opens or creates the file. The last line may be incomplete: its append was not answered. */
  static open(file: string): Journal {
    const descriptor = openSync(file, 'a+');
    const text = readFileSync(descriptor, 'utf8');
    const lines = text.split('\n');
    const torn = lines.pop() ?? '';
    // Ends the torn line, so that the next one stands alone.
    if (torn !== '') writeSync(descriptor, '\n');
    return new Journal(
      file,
      lines.flatMap((line) => entryIn(line) ?? []),
    );
  }

  write({ stream, events }: Entry): void {
    const line: Line = [
      stream,
      ...events.map(
        ({ id, type, contentType, data, metadata }) =>
          [id, type, contentType, base64(data), base64(metadata)] as const,
      ),
    ];
    writeSync(this.file, `${JSON.stringify(line)}\n`);
  }
}

/** The entry of a line; null for one that was torn by the death of its writer. */
function entryIn(line: string): Entry | null {
  try {
    const [stream, ...events] = JSON.parse(line) as Line;
    return {
      stream,
      events: events.map(([id, type, contentType, data, metadata]) => ({
        id,
        type,
        contentType,
        data: Buffer.from(data, 'base64'),
        metadata: Buffer.from(metadata, 'base64'),
      })),
    };
  } catch {
    return null;
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
