import { isDeepStrictEqual } from 'node:util';
import type {
  AnyBulkWriteOperation,
  Collection,
  Document,
  Filter,
  FindOptions,
  IndexDescription,
  OptionalUnlessRequiredId,
  UpdateFilter,
} from 'mongodb';
import type { MongoConnection } from './connection.js';
import { isIndexClash } from './errors.js';
import { IndexClashError } from './index-clash.js';

/** The time limit of a call on the connection: for one read or small write, a batch, or building an index. */
type TimeLimit = 'timeout' | 'batchTimeout' | 'buildTimeout';

/**
 * A collection whose calls have a time limit and go through the connection's breaker. All calls throw
 * DocumentStoreUnavailableError when the server is unavailable, and other driver errors as they are.
 */
export class LimitedCollection<Row extends Document> {
  private readonly rows: Collection<Row>;

  /** @param name the first write creates the collection */
  constructor(
    private readonly mongo: MongoConnection,
    name: string,
  ) {
    this.rows = mongo.collection<Row>(name);
  }

  /**
   * Runs driver calls that share one time limit.
   * @param work passes `limit` on in the options of a driver call, so that the server stops it, too
   */
  call<Result>(
    work: (rows: Collection<Row>, limit: { readonly maxTimeMS: number }) => Promise<Result>,
    time: TimeLimit = 'timeout',
  ): Promise<Result> {
    const maxTimeMS = this.mongo[time];
    return this.mongo.call(() => work(this.rows, { maxTimeMS }), maxTimeMS);
  }

  findOne(filter: Filter<Row>) {
    return this.call((rows, limit) => rows.findOne(filter, limit));
  }

  find(filter: Filter<Row>, options?: FindOptions, time?: TimeLimit) {
    return this.call((rows, limit) => rows.find(filter, { ...limit, ...options }).toArray(), time);
  }

  insertOne(row: OptionalUnlessRequiredId<Row>) {
    return this.call((rows, limit) => rows.insertOne(row, limit));
  }

  updateOne(filter: Filter<Row>, update: UpdateFilter<Row>, options?: { readonly upsert: boolean }) {
    return this.call((rows, limit) => rows.updateOne(filter, update, { ...limit, ...options }));
  }

  deleteOne(filter: Filter<Row>) {
    return this.call((rows, limit) => rows.deleteOne(filter, limit));
  }

  /** @returns the number of deleted rows */
  async deleteMany(filter: Filter<Row>, time?: TimeLimit): Promise<number> {
    const deleted = await this.call((rows, limit) => rows.deleteMany(filter, limit), time);
    return deleted.deletedCount;
  }

  /** Creates the indexes that do not exist. @throws IndexClashError */
  async createIndexes(...indexes: (IndexDescription & { readonly name: string })[]): Promise<void> {
    if (indexes.length === 0) return;
    try {
      await this.call((rows) => rows.createIndexes(indexes), 'buildTimeout');
    } catch (error) {
      if (!isIndexClash(error)) throw error;
      const found = await this.call((rows) => rows.indexes());
      const other = found.find((one) => indexes.some((ours) => isInWay(one, ours)));
      throw new IndexClashError(this.rows.collectionName, other?.name, error);
    }
  }

  /** Lets the server delete rows at their `expiresAt`, unless {@link MongoSettings.expires} is off. */
  letExpire(...further: (IndexDescription & { readonly name: string })[]): Promise<void> {
    const expiry = { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 } as const;
    return this.createIndexes(...(this.mongo.expires ? [expiry] : []), ...further);
  }

  bulkWrite(
    writes: readonly AnyBulkWriteOperation<Row>[],
    options?: { readonly ordered: boolean },
    time?: TimeLimit,
  ) {
    return this.call((rows, limit) => rows.bulkWrite(writes, { ...limit, ...options }), time);
  }
}

/** Whether an index has the name or the keys of one of ours, and is another one. */
function isInWay(one: IndexDescription, ours: IndexDescription): boolean {
  // The order of keys matters. Servers add the other fields.
  const plain = (index: IndexDescription) => ({
    ...index,
    key: JSON.stringify(index.key),
    v: null,
    ns: null,
    background: null,
  });
  const [a, b] = [plain(one), plain(ours)];
  return (a.name === b.name || a.key === b.key) && !isDeepStrictEqual(a, b);
}
