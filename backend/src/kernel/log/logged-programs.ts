import { WrongExpectedRevisionError } from '../event-log.js';
import type { KernelEvents } from '../kernel-events.js';
import type { EventCodec } from './codec.js';
import type { IdentityStream } from './identity-stream.js';

/** A newer program has used this log: it may have written events that this one can't read. */
export class NewerProgramError extends Error {
  override readonly name = 'NewerProgramError';

  constructor(needed: string, own: string, newer: readonly string[]) {
    const some = newer.slice(0, MOST_NAMED).join(', ');
    const more = newer.length > MOST_NAMED ? ` and ${newer.length - MOST_NAMED} more` : '';
    super(
      `This log needs Footnote ${needed} or later, and this is ${own}: it cannot read the events ${some}${more}. ` +
        'Nothing was changed. To have such events in quarantine all the same, start the server with --force',
    );
  }
}

const MOST_NAMED = 5;

/** The program that uses a log. */
export interface Program {
  /** Its version, for messages. */
  readonly version: string;
  /** Whether it starts although a newer program has used the log. */
  readonly isForced: boolean;
}

/** What the programs that used a log may have written into it. */
export class LoggedPrograms {
  /** @param codec that of `program` */
  constructor(
    private readonly stream: Pick<IdentityStream, 'events' | 'end' | 'append'>,
    private readonly codec: Pick<EventCodec, 'versions' | 'written'>,
    private readonly program: Program,
  ) {}

  /** @throws NewerProgramError */
  async check(): Promise<void> {
    if (this.program.isForced) return;
    const { versions } = this.codec;
    const newer = [...(await this.written())].filter(
      ([type, { version }]) => version > (versions[type] ?? 0),
    );
    const last = newer.at(-1);
    if (!last) return;
    const names = newer.map(([type, { version }]) => `${type} ${version}`);
    throw new NewerProgramError(last[1].program, this.program.version, names);
  }

  /** Records what this program may write, as far as no program before it did. */
  async record(): Promise<void> {
    const end = await this.stream.end();
    const before = await this.written();
    const versions = Object.fromEntries(
      Object.entries(this.codec.written).filter(
        ([type, version]) => version > (before.get(type)?.version ?? 0),
      ),
    );
    if (Object.keys(versions).length === 0) return;
    const data: KernelEvents['ProgramUpgraded'] = { program: this.program.version, versions };
    try {
      await this.stream.append(end, 'ProgramUpgraded', data);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevisionError)) throw error;
      // Another process was first.
      await this.record();
    }
  }

  /** The highest version of each type that a program may have written, and that program, in the order of the log. */
  private async written(): Promise<
    ReadonlyMap<string, { readonly version: number; readonly program: string }>
  > {
    const written = new Map<string, { version: number; program: string }>();
    for (const { type, data } of await this.stream.events()) {
      if (type !== 'ProgramUpgraded') continue;
      const { program, versions } = data as KernelEvents['ProgramUpgraded'];
      for (const [name, version] of Object.entries(versions)) {
        if (version <= (written.get(name)?.version ?? 0)) continue;
        written.delete(name);
        written.set(name, { version, program });
      }
    }
    return written;
  }
}
