import { existsSync } from 'node:fs';
import { type Sqlite, type SqliteValue, openSqlite } from '../../sqlite/sqlite.js';
import type { Kind, ObjectOf, SandboxObject } from './sandbox-objects.js';

/** Which objects of a kind to list, newest first. */
export interface Selection {
  readonly createdFrom?: number | undefined;
  readonly createdBefore?: number | undefined;
  readonly paymentIntent?: string | undefined;
  readonly charge?: string | undefined;
  /** The types of events. */
  readonly types?: readonly string[] | undefined;
  /** The id of the object after which the page starts. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** The answer to a request with an idempotency key. */
export interface KeptAnswer {
  /** The path and parameters of the request. */
  readonly request: string;
  readonly body: string;
}

/**
 * The objects of the sandbox, its idempotency keys and the events that are not delivered yet, in a SQLite file. The file is
 * created with the first object. A power cut may lose the last ones; a killed process loses nothing.
 */
export class SandboxStore {
  private opened: Sqlite | null = null;

  constructor(private readonly file: string) {}

  /** Whether there may be anything in it. Does not create the file. */
  get exists(): boolean {
    return this.opened !== null || existsSync(this.file);
  }

  private get database(): Sqlite {
    if (this.opened) return this.opened;
    const database = openSqlite(this.file, { durability: 'normal' });
    database.exec(`
      CREATE TABLE IF NOT EXISTS objects (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        created INTEGER NOT NULL,
        payment_intent TEXT,
        charge TEXT,
        type TEXT,
        json TEXT NOT NULL
      ) STRICT;
      CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, seq);
      CREATE INDEX IF NOT EXISTS objects_by_intent ON objects (payment_intent, kind, seq);
      CREATE TABLE IF NOT EXISTS answers (
        key TEXT PRIMARY KEY, request TEXT NOT NULL, body TEXT NOT NULL, created INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE IF NOT EXISTS undelivered (event_id TEXT PRIMARY KEY) STRICT;
    `);
    this.opened = database;
    return database;
  }

  /** Runs `work` as a whole or not at all. */
  transaction<Result>(work: () => Result): Result {
    return this.database.transaction(work);
  }

  /** Adds an object, or replaces the one with its id. */
  put(thing: SandboxObject): void {
    const { payment_intent, charge, type } = { payment_intent: null, charge: null, type: null, ...thing };
    const sql = `INSERT INTO objects (id, kind, created, payment_intent, charge, type, json) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET payment_intent = excluded.payment_intent, json = excluded.json`;
    const { id, object, created } = thing;
    this.database.run(sql, id, object, created, payment_intent, charge, type, JSON.stringify(thing));
  }

  find<K extends Kind>(kind: K, id: string): ObjectOf<K> | null {
    if (!this.exists) return null;
    const row = this.database.get<Row>('SELECT json FROM objects WHERE id = ? AND kind = ?', id, kind);
    return row ? parse<ObjectOf<K>>(row) : null;
  }

  findAny(id: string): SandboxObject | null {
    const row = this.database.get<Row>('SELECT json FROM objects WHERE id = ?', id);
    return row ? parse<SandboxObject>(row) : null;
  }

  list<K extends Kind>(kind: K, selection: Selection): ObjectOf<K>[] {
    if (!this.exists) return [];
    const { createdFrom, createdBefore, paymentIntent, charge, types, after, limit } = selection;
    const conditions: [sql: string, ...values: (SqliteValue | undefined)[]][] = [
      ['kind = ?', kind],
      ['created >= ?', createdFrom],
      ['created < ?', createdBefore],
      ['payment_intent = ?', paymentIntent],
      ['charge = ?', charge],
      ['type IN (SELECT value FROM json_each(?))', types && JSON.stringify(types)],
      ['seq < (SELECT seq FROM objects WHERE id = ?)', after],
    ];
    const asked = conditions.filter(([, value]) => value !== undefined);
    const where = asked.map(([sql]) => sql).join(' AND ');
    const sql = `SELECT json FROM objects WHERE ${where} ORDER BY seq DESC LIMIT ?`;
    const rows = this.database.all<Row>(sql, ...asked.map(([, value]) => value), limit);
    return rows.map((row) => parse<ObjectOf<K>>(row));
  }

  /** All objects of a kind, newest first. */
  all<K extends Kind>(kind: K): ObjectOf<K>[] {
    return this.list(kind, { limit: -1 });
  }

  /** The open checkout sessions that expired before `seconds`. */
  overdueSessions(seconds: number): ObjectOf<'checkout.session'>[] {
    if (!this.exists) return [];
    const sql = `SELECT json FROM objects WHERE kind = 'checkout.session' AND json ->> 'status' = 'open'
      AND json ->> 'expires_at' <= ? ORDER BY seq`;
    return this.database.all<Row>(sql, seconds).map((row) => parse<ObjectOf<'checkout.session'>>(row));
  }

  /** The answer kept under an idempotency key; those from before `oldest`, in seconds, are forgotten. */
  answerTo(key: string, oldest: number): KeptAnswer | null {
    this.database.run('DELETE FROM answers WHERE created < ?', oldest);
    return this.database.get<KeptAnswer>('SELECT request, body FROM answers WHERE key = ?', key) ?? null;
  }

  keepAnswer(key: string, { request, body }: KeptAnswer, created: number): void {
    this.database.run('INSERT INTO answers VALUES (?, ?, ?, ?)', key, request, body, created);
  }

  /** Adds an event that has to be delivered. */
  putEvent(event: ObjectOf<'event'>): void {
    this.put(event);
    this.database.run('INSERT INTO undelivered VALUES (?)', event.id);
  }

  markDelivered(eventId: string): void {
    this.database.run('DELETE FROM undelivered WHERE event_id = ?', eventId);
  }

  /** The ids of the events that are not delivered yet, oldest first. */
  undelivered(): string[] {
    if (!this.exists) return [];
    const rows = this.database.all<{ id: string }>('SELECT event_id AS id FROM undelivered ORDER BY rowid');
    return rows.map(({ id }) => id);
  }

  close(): void {
    this.opened?.close();
    this.opened = null;
  }
}

interface Row {
  readonly json: string;
}

function parse<Thing>({ json }: Row): Thing {
  return JSON.parse(json) as Thing;
}
