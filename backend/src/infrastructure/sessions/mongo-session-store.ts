import type { MongoConnection } from '../mongo/connection.js';
import { type Session, SessionStore } from './session-store.port.js';

interface Row extends Omit<Session, 'tokenHash'> {
  /** The token's hash. */
  readonly _id: string;
}

/** Sessions in MongoDB, which throws away by itself what has expired, some time later: nothing here relies on it. */
export class MongoSessionStore extends SessionStore {
  private constructor(private readonly mongo: MongoConnection) {
    super();
  }

  /** @param mongo stays open when the store is closed @throws DocumentStoreUnavailableError */
  static async open(mongo: MongoConnection): Promise<MongoSessionStore> {
    const store = new MongoSessionStore(mongo);
    await mongo.call(
      () => store.rows().createIndex({ expiresAt: 1 }, { name: 'expiry', expireAfterSeconds: 0 }),
      mongo.buildTimeout,
    );
    return store;
  }

  override async add({ tokenHash, ...session }: Session): Promise<void> {
    await this.mongo.call(() => this.rows().insertOne({ _id: tokenHash, ...session }, this.limit()));
  }

  override async find(tokenHash: string, now: Date): Promise<Session | null> {
    const row = await this.mongo.call(() => this.rows().findOne({ _id: tokenHash }, this.limit()));
    if (!row || row.expiresAt <= now) return null;
    const { _id, ...session } = row;
    return { tokenHash: _id, ...session };
  }

  override async touch(tokenHash: string, lastUsedAt: Date): Promise<void> {
    await this.mongo.call(() =>
      this.rows().updateOne({ _id: tokenHash }, { $set: { lastUsedAt } }, this.limit()),
    );
  }

  override async remove(tokenHash: string): Promise<void> {
    await this.mongo.call(() => this.rows().deleteOne({ _id: tokenHash }, this.limit()));
  }

  override async removeExpired(now: Date): Promise<number> {
    const expired = { expiresAt: { $lte: now } };
    const removed = await this.mongo.call(
      () => this.rows().deleteMany(expired, { maxTimeMS: this.mongo.batchTimeout }),
      this.mongo.batchTimeout,
    );
    return removed.deletedCount;
  }

  override async close(): Promise<void> {
    // The connection belongs to all.
  }

  private rows() {
    return this.mongo.collection<Row>('sessions');
  }

  private limit() {
    return { maxTimeMS: this.mongo.timeout };
  }
}
