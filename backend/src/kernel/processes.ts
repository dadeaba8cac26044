export type Role = 'all' | 'worker' | 'web';

/** What a running process tells the others of its site. */
export interface ProcessRow {
  /** Random for each start. */
  readonly id: string;
  /** Equal for processes that never run at the same time. */
  readonly holder: string;
  readonly role: Role;
  /** Whether it folds views and runs reactions. */
  readonly isActive: boolean;
  /** Its data folder and host. */
  readonly place: string;
  /** Of the program. */
  readonly version: string;
  /** The version of each view. */
  readonly views: Readonly<Record<string, number>>;
  /** The version of each type of event that it can read. */
  readonly reads: Readonly<Record<string, number>>;
  readonly startedAt: string;
  /** Grows while it runs. */
  readonly beat: number;
}

/** The rows of all processes of a site. Every method throws DocumentStoreUnavailableError. */
export abstract class ProcessRows {
  /** Adds a row, or replaces the one with its id. */
  abstract put(row: ProcessRow): Promise<void>;
  abstract all(): Promise<readonly ProcessRow[]>;
  abstract remove(ids: readonly string[]): Promise<void>;
}

/** A process as this one sees it. */
export interface KnownProcess extends ProcessRow {
  readonly isLive: boolean;
  /** How long this process has seen no sign of life, in milliseconds. */
  readonly silentMs: number;
}

/** The processes of this site. */
export abstract class Processes {
  /** That of this process. */
  abstract readonly id: string;
  /** All that have run in the last minute, the oldest first; none where only one can run. */
  abstract known(): readonly KnownProcess[];
  /** What is wrong with them together; null if nothing is known. */
  abstract get problem(): string | null;
}

/** Another process runs that this one can't run beside. */
export class OtherProcessError extends Error {
  override readonly name = 'OtherProcessError';

  constructor(own: Role, { role, place, version }: ProcessRow, unread: readonly string[]) {
    const other = `another Footnote process runs with ROLE=${role}, version ${version}, of ${place}`;
    super(sentence(own, other, unread));
  }
}

function sentence(own: Role, other: string, [first, ...more]: readonly string[]): string {
  if (first !== undefined) {
    const events = more.length > 0 ? `${first} and ${more.length} more events` : first;
    return `This program writes ${events}, and ${other}, which cannot read that. Upgrade to a release first that reads it, or stop all of them`;
  }
  return own === 'all'
    ? `This process must be the only one (ROLE=all, or a command without a server), and ${other}. Stop that one first`
    : `ROLE is ${own}, and ${other}. Stop that one first, or start it again with ROLE=worker`;
}
