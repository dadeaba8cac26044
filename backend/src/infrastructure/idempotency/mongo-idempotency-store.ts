import type { MongoConnection } from '../mongo/connection.js';
import { letExpire, removeExpired } from '../mongo/expiry.js';
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
    await letExpire(mongo, store.rows());
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

  override removeExpired(now: Date): Promise<number> {
    return removeExpired(this.mongo, this.rows(), now);
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
