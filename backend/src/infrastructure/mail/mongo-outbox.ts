import { randomBytes } from 'node:crypto';
import { Binary } from 'mongodb';
import { seal, unseal } from '../../kernel/sealed-text.js';
import type { MongoConnection } from '../mongo/connection.js';
import { isInserted } from '../mongo/errors.js';
import { LimitedCollection } from '../mongo/limited-collection.js';
import type { ServerSecret } from '../sessions/server-secret.js';
import { type Goodbye, Outbox } from './outbox.port.js';

const DAY_MS = 86_400_000;
const KEY_BYTES = 32;
/** An entry is removed after one day. While no process runs, the server deletes it, with the key of its day. */
const KEPT_DAYS = 3;

interface Entry {
  /** The id of the account. */
  readonly _id: string;
  readonly storedAt: Date;
  /** The address and the letter. */
  readonly sealed: string;
  readonly expiresAt: Date;
}

interface DayKey {
  /** The day in UTC, such as `2026-11-22`. */
  readonly _id: string;
  readonly key: Binary;
  readonly expiresAt: Date;
}

type Secret = Pick<ServerSecret, 'hmac'>;

/**
 * An outbox in MongoDB, for several processes. MongoDB overwrites nothing, so entries are sealed: with a random key of the
 * day, which is deleted later, and with the server secret, which no file of MongoDB holds.
 */
export class MongoOutbox extends Outbox {
  private constructor(
    private readonly entries: LimitedCollection<Entry>,
    private readonly keys: LimitedCollection<DayKey>,
    private readonly secret: Secret,
  ) {
    super();
  }

  /** @throws DocumentStoreUnavailableError */
  static async open(mongo: MongoConnection, secret: Secret): Promise<MongoOutbox> {
    const entries = new LimitedCollection<Entry>(mongo, 'goodbyes');
    const keys = new LimitedCollection<DayKey>(mongo, 'goodbyeKeys');
    await entries.letExpire();
    await keys.letExpire();
    return new MongoOutbox(entries, keys, secret);
  }

  override async put({ accountId, to, letter, storedAt }: Goodbye): Promise<void> {
    const expiresAt = endOf(storedAt);
    const key = this.keyOf(await this.dayKey(dayOf(storedAt), expiresAt));
    const sealed = seal(key, accountId, JSON.stringify({ to, letter }));
    const change = { $set: { storedAt, sealed, expiresAt } };
    await this.entries.updateOne({ _id: accountId }, change, { upsert: true });
  }

  override async find(accountId: string): Promise<Goodbye | null> {
    const entry = await this.entries.findOne({ _id: accountId });
    return entry && this.opened(entry);
  }

  override async accountIds(): Promise<string[]> {
    const found = await this.entries.find({}, { projection: { _id: 1 } });
    return found.map(({ _id }) => _id);
  }

  override async list(): Promise<Goodbye[]> {
    const found = await this.entries.find({}, { sort: { storedAt: 1 } });
    const entries = await Promise.all(found.map((entry) => this.opened(entry)));
    return entries.filter((entry) => entry !== null);
  }

  override async remove(accountId: string): Promise<void> {
    await this.entries.deleteOne({ _id: accountId });
  }

  /** Null if its key is deleted, or another one has taken its place: nobody can open it any more. */
  private async opened({ _id: accountId, storedAt, sealed }: Entry): Promise<Goodbye | null> {
    const found = await this.keys.findOne({ _id: dayOf(storedAt) });
    if (!found) return null;
    try {
      const open = JSON.parse(unseal(this.keyOf(found), accountId, sealed)) as Pick<Goodbye, 'to' | 'letter'>;
      return { accountId, ...open, storedAt };
    } catch {
      return null;
    }
  }

  /** Of concurrent inserts of a day's key, one wins. */
  private async dayKey(day: string, expiresAt: Date): Promise<DayKey> {
    const known = await this.keys.findOne({ _id: day });
    if (known) return known;
    const made: DayKey = { _id: day, key: new Binary(randomBytes(KEY_BYTES)), expiresAt };
    if (await isInserted(this.keys.insertOne(made))) return made;
    return this.dayKey(day, expiresAt);
  }

  private keyOf({ key }: DayKey): Buffer {
    return this.secret.hmac('goodbye mail', Buffer.from(key.value()).toString('base64'));
  }
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** All entries of a day end with their key. */
function endOf(storedAt: Date): Date {
  return new Date(Date.parse(dayOf(storedAt)) + KEPT_DAYS * DAY_MS);
}
