import type { MongoConnection } from '../mongo/connection.js';
import { isInserted } from '../mongo/errors.js';
import { type BegunRequest, IdempotencyStore } from './idempotency-store.port.js';

interface Row extends BegunRequest {
  readonly _id: string;
  readonly expiresAt: Date;
}

/** Requests and their answers in MongoDB, which deletes them when they expire. */
export class MongoIdempotencyStore extends IdempotencyStore {
  private constructor(private readonly mongo: MongoConnection) {
    super();
  }

  /** @param mongo stays open when the store is closed @throws DocumentStoreUnavailableError */
  static async open(mongo: MongoConnection): Promise<MongoIdempotencyStore> {
    const store = new MongoIdempotencyStore(mongo);
    const expiry = { name: 'expiry', expireAfterSeconds: 0 };
    if (mongo.expires) {
      await mongo.call(() => store.rows().createIndex({ expiresAt: 1 }, expiry), mongo.buildTimeout);
    }
    return store;
  }

  override async begin(id: string, fingerprint: string, expiresAt: Date): Promise<BegunRequest | null> {
    const row: Row = { _id: id, fingerprint, answer: null, expiresAt };
    return this.mongo.call(async () => {
      if (await isInserted(this.rows().insertOne(row, this.limit()))) return null;
      const known = await this.rows().findOne({ _id: id }, this.limit());
      // It has just expired.
      if (!known) return { fingerprint, answer: null };
      return { fingerprint: known.fingerprint, answer: known.answer };
    });
  }

  override async finish(id: string, answer: string): Promise<void> {
    await this.mongo.call(() =>
      this.rows().updateOne({ _id: id, answer: null }, { $set: { answer } }, this.limit()),
    );
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
    // The connection is shared.
  }

  private rows() {
    return this.mongo.collection<Row>('requests');
  }

  private limit() {
    return { maxTimeMS: this.mongo.timeout };
  }
}
