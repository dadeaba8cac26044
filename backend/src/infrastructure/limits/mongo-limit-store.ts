import { randomUUID } from 'node:crypto';
import type { Filter } from 'mongodb';
import type { MongoConnection } from '../mongo/connection.js';
import { isDuplicateKey } from '../mongo/errors.js';
import { LimitStore, type Quota } from './limit-store.port.js';

interface Hit {
  readonly id: string;
  readonly at: Date;
}

interface Row {
  /** The quota's key. */
  readonly _id: string;
  /** The newest ones, as many as the quota allows, oldest first. */
  readonly hits: readonly Hit[];
  readonly expiresAt: Date;
}

/** A try meets a row that others have just made or emptied; more than so many times in a row it does not. */
const TRIES = 5;

/**
 * Counts in MongoDB: a row for each key with the times of its newest hits. One conditional write looks whether there
 * is room and takes it, so that any number of instances together never allow too much.
 */
export class MongoLimitStore extends LimitStore {
  private constructor(private readonly mongo: MongoConnection) {
    super();
  }

  /** @param mongo stays open when the store is closed @throws DocumentStoreUnavailableError */
  static async open(mongo: MongoConnection): Promise<MongoLimitStore> {
    const store = new MongoLimitStore(mongo);
    const expiry = { name: 'expiry', expireAfterSeconds: 0 };
    await mongo.call(() => store.rows().createIndex({ expiresAt: 1 }, expiry), mongo.buildTimeout);
    return store;
  }

  override async take(quotas: readonly Quota[], now: Date): Promise<Date | null> {
    const id = randomUUID();
    const taken: Quota[] = [];
    for (const quota of quotas) {
      const free = await this.takeOne(quota, { id, at: now });
      if (free) {
        for (const { key } of taken) await this.giveBack(key, id);
        return this.latest(free, quotas, now);
      }
      taken.push(quota);
    }
    return null;
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

  /** Null when it was counted, else when there is room again. */
  private async takeOne(quota: Quota, hit: Hit): Promise<Date | null> {
    for (let tries = 1; ; tries += 1) {
      if (await this.push(quota, hit)) return null;
      const row = await this.mongo.call(() => this.rows().findOne({ _id: quota.key }, this.limit()));
      const free = row && freeAt(row, quota, hit.at);
      if (free) return free;
      // Too many at once for one key: whoever loses so often comes back in a moment.
      if (tries === TRIES) return new Date(hit.at.getTime() + 1);
    }
  }

  /** Counts one more where there is room; answers whether there was. */
  private async push({ key, most, windowMs }: Quota, hit: Hit): Promise<boolean> {
    const began = new Date(hit.at.getTime() - windowMs);
    const hasRoom: Filter<Row> = {
      _id: key,
      $or: [{ [`hits.${most - 1}`]: { $exists: false } }, { 'hits.0.at': { $lte: began } }],
    };
    const hits = { $each: [hit], $slice: -most };
    const expiresAt = new Date(hit.at.getTime() + windowMs);
    try {
      await this.mongo.call(() =>
        this.rows().updateOne(
          hasRoom,
          { $push: { hits }, $max: { expiresAt } },
          { ...this.limit(), upsert: true },
        ),
      );
      return true;
    } catch (error) {
      // A row without room is not met by the filter, so the server tries to make a second one.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  private async giveBack(key: string, id: string): Promise<void> {
    await this.mongo.call(() =>
      this.rows().updateOne({ _id: key }, { $pull: { hits: { id } } }, this.limit()),
    );
  }

  /** The first moment at which all quotas have room, one of which has none before `free`. */
  private async latest(free: Date, quotas: readonly Quota[], now: Date): Promise<Date> {
    if (quotas.length === 1) return free;
    const keys = quotas.map(({ key }) => key);
    const rows = await this.mongo.call(() =>
      this.rows()
        .find({ _id: { $in: keys } }, this.limit())
        .toArray(),
    );
    const times = rows.flatMap((row) => {
      const quota = quotas.find(({ key }) => key === row._id);
      return (quota && freeAt(row, quota, now)?.getTime()) ?? [];
    });
    return new Date(Math.max(free.getTime(), ...times));
  }

  private rows() {
    return this.mongo.collection<Row>('limits');
  }

  private limit() {
    return { maxTimeMS: this.mongo.timeout };
  }
}

/** When a full row has room again; null when it has room at `now`. */
function freeAt({ hits }: Row, { most, windowMs }: Quota, now: Date): Date | null {
  const oldest = hits.at(-most);
  const free = oldest && new Date(oldest.at.getTime() + windowMs);
  return free && free > now ? free : null;
}
