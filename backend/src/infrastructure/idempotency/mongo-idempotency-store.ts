import type { MongoConnection } from '../mongo/connection.js';
import { isInserted } from '../mongo/errors.js';
import { LimitedCollection } from '../mongo/limited-collection.js';
import { type BegunRequest, type Charged, IdempotencyStore } from './idempotency-store.port.js';

interface Row extends BegunRequest {
  readonly _id: string;
  readonly expiresAt: Date;
  /** Missing in rows of an earlier version. */
  readonly owner?: string;
}

/** Requests and their answers in MongoDB, which deletes them when they expire. */
export class MongoIdempotencyStore extends IdempotencyStore {
  private constructor(private readonly rows: LimitedCollection<Row>) {
    super();
  }

  /** @param mongo stays open when the store is closed @throws DocumentStoreUnavailableError */
  static async open(mongo: MongoConnection): Promise<MongoIdempotencyStore> {
    const rows = new LimitedCollection<Row>(mongo, 'requests');
    await rows.letExpire({ key: { owner: 1, expiresAt: -1 }, name: 'owner' });
    return new MongoIdempotencyStore(rows);
  }

  override async begin(
    id: string,
    fingerprint: string,
    expiresAt: Date,
    { owner, most }: Charged,
  ): Promise<BegunRequest | null> {
    const row: Row = { _id: id, fingerprint, answer: null, expiresAt, owner };
    const known = await this.rows.call(async (rows, limit) => {
      if (await isInserted(rows.insertOne(row, limit))) return null;
      const found = await rows.findOne({ _id: id }, limit);
      // It has just expired.
      if (!found) return { fingerprint, answer: null };
      return { fingerprint: found.fingerprint, answer: found.answer };
    });
    if (known === null) await this.forgetOldest(id, owner, most - 1);
    return known;
  }

  override async knows(id: string): Promise<boolean> {
    return (await this.rows.findOne({ _id: id })) !== null;
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

  /** Deletes the requests of an owner beyond the newest `most`, apart from `id`. */
  private async forgetOldest(id: string, owner: string, most: number): Promise<void> {
    const others = { owner, _id: { $ne: id } };
    const tooMany = await this.rows.find(others, {
      sort: { expiresAt: -1 },
      skip: most,
      projection: { _id: 1 },
    });
    if (tooMany.length > 0) await this.rows.deleteMany({ _id: { $in: tooMany.map(({ _id }) => _id) } });
  }
}
