import type { MongoConnection } from '../mongo/connection.js';
import { isInserted } from '../mongo/errors.js';
import { LimitedCollection } from '../mongo/limited-collection.js';
import { type BegunRequest, IdempotencyStore } from './idempotency-store.port.js';

interface Row extends BegunRequest {
  readonly _id: string;
  readonly expiresAt: Date;
}

/** Requests and their answers in MongoDB, which deletes them when they expire. */
export class MongoIdempotencyStore extends IdempotencyStore {
  private constructor(private readonly rows: LimitedCollection<Row>) {
    super();
  }

  /** @param mongo stays open when the store is closed @throws DocumentStoreUnavailableError */
  static async open(mongo: MongoConnection): Promise<MongoIdempotencyStore> {
    const rows = new LimitedCollection<Row>(mongo, 'requests');
    await rows.letExpire();
    return new MongoIdempotencyStore(rows);
  }

  override async begin(id: string, fingerprint: string, expiresAt: Date): Promise<BegunRequest | null> {
    const row: Row = { _id: id, fingerprint, answer: null, expiresAt };
    return this.rows.call(async (rows, limit) => {
      if (await isInserted(rows.insertOne(row, limit))) return null;
      const known = await rows.findOne({ _id: id }, limit);
      // It has just expired.
      if (!known) return { fingerprint, answer: null };
      return { fingerprint: known.fingerprint, answer: known.answer };
    });
  }

  override async finish(id: string, answer: string): Promise<void> {
    await this.rows.updateOne({ _id: id, answer: null }, { $set: { answer } });
  }

  override removeExpired(now: Date): Promise<number> {
    return this.rows.deleteMany({ expiresAt: { $lte: now } }, 'batchTimeout');
  }

  override async close(): Promise<void> {
    // The connection is shared.
  }
}
