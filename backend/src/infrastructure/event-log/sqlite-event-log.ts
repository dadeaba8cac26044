import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Timer } from '../../kernel/timer.js';
import { SystemTimer } from '../clock/system-clock.js';
import { DamagedFileError } from '../disk/damaged-file.js';
import { type Checkpointer, type Sqlite, type SqliteStatement, openSqlite } from '../sqlite/sqlite.js';
import {
  type Appended,
  EventLog,
  EventLogUnavailableError,
  type ExpectedRevision,
  type Found,
  type LoggedEvent,
  type NewEvent,
  type Position,
  type Subscription,
  type SubscriptionOptions,
  WrongExpectedRevisionError,
} from '../../kernel/event-log.js';
import { LogTail, follow } from './sqlite-follower.js';

export interface Row {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

interface PendingAppend {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

/** How many positions a search passes at a time: so many block the thread for some 20 ms. */
const SEARCHED = 20_000;

export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream   TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id       TEXT NOT NULL UNIQUE,
    type     TEXT NOT NULL,
    data     TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT`;

/** SQLite's limit for no limit. */
const ALL = -1;

/**
 * The log in one SQLite file. Every acknowledged append has been synced to the disk. Appends in the same turn of
 * the event loop share one transaction and one sync (group commit).
 */
export class SqliteEventLog extends EventLog {
  private readonly database: Sqlite;
  private readonly insert: SqliteStatement;
  private readonly lastOf: SqliteStatement;
  private readonly subscriptions = new Set<Subscription>();
  private pending: PendingAppend[] = [];
  private flush: Promise<void> | null = null;
  private readonly tail: LogTail;

  constructor(
    private readonly file: string,
    checkpointer?: Checkpointer,
    timer: Timer = new SystemTimer(),
  ) {
    super();
    this.tail = new LogTail(timer);
    this.database = openSqlite(file, { durability: 'full', checkpointer });
    this.database.exec(SCHEMA);
    this.insert = this.database.prepare(
      `INSERT INTO events (stream, revision, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    );
    this.lastOf = this.database.prepare(
      'SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1',
    );
  }

  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended> {
    if (events.length === 0) return Promise.reject(new RangeError('an append needs at least one event'));
    return new Promise((resolve, reject) => {
      this.pending.push({ stream, expected, events, resolve, reject });
      this.flush ??= new Promise((flushed) => {
        setImmediate(() => {
          this.flush = null;
          this.flushPending();
          flushed();
        });
      });
    });
  }

  async readStream(stream: string, fromRevision = 0, limit = ALL): Promise<LoggedEvent[]> {
    return this.rows(
      'SELECT * FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?',
      stream,
      fromRevision,
      limit,
    );
  }

  async readLast(stream: string): Promise<LoggedEvent | null> {
    const [last] = this.rows('SELECT * FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1', stream);
    return last ?? null;
  }

  async readAll(after: Position, limit: number): Promise<LoggedEvent[]> {
    return this.rows('SELECT * FROM events WHERE position > ? ORDER BY position LIMIT ?', after, limit);
  }

  override async search(types: readonly string[], after: Position): Promise<Found | null> {
    const head = await this.head();
    if (after >= head) return null;
    const to = Math.min(after + SEARCHED, head);
    const events = this.rows(
      `SELECT * FROM events WHERE position > ? AND position <= ? AND type IN (SELECT value FROM json_each(?))
       ORDER BY position`,
      after,
      to,
      JSON.stringify(types),
    );
    return { events, to };
  }

  async readAt(position: Position): Promise<LoggedEvent | null> {
    return this.rows('SELECT * FROM events WHERE position = ?', position)[0] ?? null;
  }

  async head(): Promise<Position> {
    const row = this.database.get<{ head: number | null }>('SELECT max(position) AS head FROM events');
    return row?.head ?? 0;
  }

  subscribe(options: SubscriptionOptions): Subscription {
    const closing = new AbortController();
    // In a later turn, so that the caller has its subscription before the first batch.
    const done = Promise.resolve().then(() => follow(this, this.tail, options, closing.signal));
    const subscription = {
      close: async () => {
        closing.abort();
        this.tail.notify();
        await done;
        this.subscriptions.delete(subscription);
      },
    };
    this.subscriptions.add(subscription);
    return subscription;
  }

  serverTime(): Promise<null> {
    return Promise.resolve(null);
  }

  override async damage(stopping: AbortSignal): Promise<Error | null> {
    const worker = new Worker(new URL('./log-check.thread.js', import.meta.url), { workerData: this.file });
    try {
      const [fault] = (await once(worker, 'message', { signal: stopping })) as [string | null];
      return fault === null ? null : new DamagedFileError(this.file, fault);
    } finally {
      await worker.terminate();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.close()));
    await this.flush;
    this.database.close();
  }

  private rows(sql: string, ...values: (string | number)[]): LoggedEvent[] {
    return this.database.all<Row>(sql, ...values).map(loggedEventOf);
  }

  /** Writes all pending appends in one transaction. Each append has its own outcome. */
  private flushPending(): void {
    const batch = this.pending;
    this.pending = [];
    try {
      this.commit(batch);
    } catch {
      // One bad append must not fail the others: write each alone.
      for (const append of batch) this.commitAlone(append);
    }
    this.tail.notify();
  }

  private commit(batch: readonly PendingAppend[]): void {
    const outcomes: (() => void)[] = [];
    const written: LoggedEvent[] = [];
    this.database.transaction(() => {
      for (const append of batch) outcomes.push(this.write(append, written));
    });
    if (written.length > 0) this.tail.add(written);
    for (const settle of outcomes) settle();
  }

  private commitAlone(append: PendingAppend): void {
    try {
      this.commit([append]);
    } catch (error) {
      append.reject(
        new EventLogUnavailableError(`nothing was written to ${append.stream}`, { cause: error }),
      );
    }
  }

  /** Writes one append inside the transaction and adds its events to `written`. Call the result after the commit. */
  private write(append: PendingAppend, written: LoggedEvent[]): () => void {
    const { stream, expected, events, resolve } = append;
    // For `noStream`, the unique index alone detects a conflict. This saves a query on the most frequent path.
    const actual = expected === 'noStream' ? null : this.revisionOf(stream);
    const isRepeatable = expected === 'any' && this.earlierAppend(stream, expected, events) !== null;
    if (isRepeatable || (typeof expected === 'number' && actual !== expected)) return this.settle(append);
    let revision = actual ?? -1;
    let position = 0;
    for (const { id, type, data, metadata } of events) {
      revision += 1;
      const row = {
        stream,
        revision,
        id,
        type,
        data: JSON.stringify(data),
        metadata: JSON.stringify(metadata),
      };
      const inserted = this.insert.run(stream, revision, id, type, row.data, row.metadata);
      if (inserted.changes === 0) {
        if (position === 0) return this.settle(append);
        throw new Error(`the event id ${id} is already in the log`);
      }
      position = Number(inserted.lastInsertRowid);
      written.push(loggedEventOf({ ...row, position }));
    }
    return () => resolve({ revision, position });
  }

  /** The outcome of an append that was not written: the first result if it is a retry, else a conflict. */
  private settle({ stream, expected, events, resolve, reject }: PendingAppend): () => void {
    const earlier = this.earlierAppend(stream, expected, events);
    if (earlier) return () => resolve(earlier);
    const actual = this.revisionOf(stream);
    return () => reject(new WrongExpectedRevisionError(stream, expected, actual));
  }

  private revisionOf(stream: string): number | null {
    const last = this.lastOf.get(stream) as { revision: number } | undefined;
    return last?.revision ?? null;
  }

  /**
   * The result of an earlier attempt of this append, or null. An earlier attempt has the same event ids at the
   * expected revisions or, with `any`, at consecutive revisions.
   */
  private earlierAppend(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Appended | null {
    const first =
      expected === 'any' ? this.revisionOfEvent(stream, events[0]?.id) : { revision: nextAfter(expected) };
    if (!first) return null;
    const written = this.database.all<Pick<Row, 'id' | 'revision' | 'position'>>(
      'SELECT id, revision, position FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?',
      stream,
      first.revision,
      events.length,
    );
    const last = written.at(-1);
    const same =
      written.length === events.length && written.every((row, index) => row.id === events[index]?.id);
    return same && last ? { revision: last.revision, position: last.position } : null;
  }

  private revisionOfEvent(stream: string, id: string | undefined): { revision: number } | undefined {
    return this.database.get('SELECT revision FROM events WHERE id = ? AND stream = ?', id, stream);
  }
}

function nextAfter(expected: number | 'noStream'): number {
  return expected === 'noStream' ? 0 : expected + 1;
}

/** Always parses the written text, even right after the write, so that all readers get equal objects. */
function loggedEventOf(row: Row): LoggedEvent {
  return { ...row, data: parsed(row.data), metadata: parsed(row.metadata) };
}

/** The parsed JSON object; the text itself when it is damaged. */
function parsed(text: string): object | string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : text;
  } catch {
    return text;
  }
}
