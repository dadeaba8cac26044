import type { MongoConnection } from '../mongo/connection.js';
import { expiryIndexes, removeExpired } from '../mongo/expiry.js';
import { type Session, SessionStore } from './session-store.port.js';

interface Row extends Omit<Session, 'tokenHash'> {
  /** The token's hash. */
  readonly _id: string;
}

/** Sessions in MongoDB. Its TTL index deletes expired sessions with a delay; every read checks the expiry, too. */
export class MongoSessionStore extends SessionStore {
  private constructor(
    private readonly mongo: MongoConnection,
    private readonly collection: string,
  ) {
    super();
  }

  /**
   * @param mongo stays open when the store is closed
   * @param collection the name of the collection that has the sessions
   * @throws DocumentStoreUnavailableError
   */
  static async open(mongo: MongoConnection, collection = 'sessions'): Promise<MongoSessionStore> {
    const store = new MongoSessionStore(mongo, collection);
    await mongo.call(
      () =>
        store
          .rows()
          .createIndexes([
            ...expiryIndexes(mongo),
            { key: { accountId: 1, lastUsedAt: -1 }, name: 'account' },
          ]),
      mongo.buildTimeout,
    );
    return store;
  }

  override async add({ tokenHash, ...session }: Session): Promise<void> {
    await this.mongo.call(() => this.rows().insertOne({ _id: tokenHash, ...session }, this.limit()));
  }

  override async find(tokenHash: string, now: Date): Promise<Session | null> {
    const row = await this.mongo.call(() => this.rows().findOne({ _id: tokenHash }, this.limit()));
    return row && row.expiresAt > now ? sessionOf(row) : null;
  }

  override async ofAccount(accountId: string, now: Date): Promise<Session[]> {
    const options = { ...this.limit(), sort: { lastUsedAt: -1, createdAt: -1, _id: 1 } } as const;
    const rows = await this.mongo.call(() =>
      this.rows()
        .find({ accountId, expiresAt: { $gt: now } }, options)
        .toArray(),
    );
    return rows.map(sessionOf);
  }

  override async touch(tokenHash: string, lastUsedAt: Date, address: string | null): Promise<void> {
    await this.mongo.call(() =>
      this.rows().updateOne({ _id: tokenHash }, { $set: { lastUsedAt, address } }, this.limit()),
    );
  }

  override async remove(tokenHash: string): Promise<void> {
    await this.mongo.call(() => this.rows().deleteOne({ _id: tokenHash }, this.limit()));
  }

  override async removeOne(accountId: string, id: string): Promise<boolean> {
    const removed = await this.mongo.call(() => this.rows().deleteOne({ accountId, id }, this.limit()));
    return removed.deletedCount === 1;
  }

  override async removeAll(accountId: string, exceptTokenHash: string | null): Promise<number> {
    const filter = { accountId, ...(exceptTokenHash !== null && { _id: { $ne: exceptTokenHash } }) };
    const removed = await this.mongo.call(() => this.rows().deleteMany(filter, this.limit()));
    return removed.deletedCount;
  }

  override removeExpired(now: Date): Promise<number> {
    return removeExpired(this.mongo, this.rows(), now);
  }

  override async scrub(): Promise<void> {
    // The server manages its files and overwrites freed space later.
  }

  override async close(): Promise<void> {
    // The connection is shared.
  }

  private rows() {
    return this.mongo.collection<Row>(this.collection);
  }

  private limit() {
    return { maxTimeMS: this.mongo.timeout };
  }
}

function sessionOf({ _id: tokenHash, ...session }: Row): Session {
  return { tokenHash, ...session };
}
