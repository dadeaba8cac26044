import { randomUUID } from 'node:crypto';
import type { Filter } from 'mongodb';
import type { MongoConnection } from '../mongo/connection.js';
import { isDuplicateKey } from '../mongo/errors.js';
import { LimitedCollection } from '../mongo/limited-collection.js';
import { LimitStore, type Quota } from './limit-store.port.js';

interface Hit {
  readonly id: string;
  readonly at: Date;
}

interface Row {
  /** The quota's key. */
  readonly _id: string;
  /** The newest hits, at most as many as the quota allows, oldest first. */
  readonly hits: readonly Hit[];
  readonly expiresAt: Date;
}

/** Attempts per hit: each can meet a row that another process has just created or changed. */
const TRIES = 5;

/**
 * Counts in MongoDB: one row per key with the times of its newest hits. One conditional write checks the limit and
 * counts the hit, so that several instances together never exceed it.
 */
export class MongoLimitStore extends LimitStore {
  private constructor(private readonly rows: LimitedCollection<Row>) {
    super();
  }

  /** @param mongo stays open when the store is closed @throws DocumentStoreUnavailableError */
  static async open(mongo: MongoConnection): Promise<MongoLimitStore> {
    const rows = new LimitedCollection<Row>(mongo, 'limits');
    await rows.letExpire();
    return new MongoLimitStore(rows);
  }

  override async take(quotas: readonly Quota[], now: Date): Promise<Date | null> {
    const id = randomUUID();
    const taken: Quota[] = [];
    for (const quota of quotas) {
      const free = await this.takeOne(quota, { id, at: now });
      if (free) {
        for (const { key } of taken) await this.removeHit(key, id);
        return this.latest(free, quotas, now);
      }
      taken.push(quota);
    }
    return null;
  }

  override async giveBack(keys: readonly string[], at: Date): Promise<void> {
    for (const key of keys) {
      const row = await this.rows.findOne({ _id: key });
      const hit = row?.hits.find((known) => known.at.getTime() === at.getTime());
      if (hit) await this.removeHit(key, hit.id);
    }
  }

  override removeExpired(now: Date): Promise<number> {
    return this.rows.deleteMany({ expiresAt: { $lte: now } }, 'batchTimeout');
  }

  override async close(): Promise<void> {
    // The connection is shared.
  }

  /** Null when counted, else when the quota has room again. */
  private async takeOne(quota: Quota, hit: Hit): Promise<Date | null> {
    for (let tries = 1; ; tries += 1) {
      if (await this.push(quota, hit)) return null;
      const row = await this.rows.findOne({ _id: quota.key });
      const free = row && freeAt(row, quota, hit.at);
      if (free) return free;
      // Heavy contention on one key: let the caller retry in a moment.
      if (tries === TRIES) return new Date(hit.at.getTime() + 1);
    }
  }

  /** Counts one hit if there is room. Returns whether there was. */
  private async push({ key, most, windowMs }: Quota, hit: Hit): Promise<boolean> {
    const began = new Date(hit.at.getTime() - windowMs);
    const hasRoom: Filter<Row> = {
      _id: key,
      $or: [{ [`hits.${most - 1}`]: { $exists: false } }, { 'hits.0.at': { $lte: began } }],
    };
    const hits = { $each: [hit], $slice: -most };
    const expiresAt = new Date(hit.at.getTime() + windowMs);
    try {
      await this.rows.updateOne(hasRoom, { $push: { hits }, $max: { expiresAt } }, { upsert: true });
      return true;
    } catch (error) {
      // The filter does not match a full row, so the upsert tries to insert a second one.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  private async removeHit(key: string, id: string): Promise<void> {
    await this.rows.updateOne({ _id: key }, { $pull: { hits: { id } } });
  }

  /** The first moment at which all quotas have room. One of them has none before `free`. */
  private async latest(free: Date, quotas: readonly Quota[], now: Date): Promise<Date> {
    if (quotas.length === 1) return free;
    const rows = await this.rows.find({ _id: { $in: quotas.map(({ key }) => key) } });
    const times = rows.flatMap((row) => {
      const quota = quotas.find(({ key }) => key === row._id);
      return (quota && freeAt(row, quota, now)?.getTime()) ?? [];
    });
    return new Date(Math.max(free.getTime(), ...times));
  }
}

/** When a full row has room again; null when it has room at `now`. */
function freeAt({ hits }: Row, { most, windowMs }: Quota, now: Date): Date | null {
  const oldest = hits.at(-most);
  const free = oldest && new Date(oldest.at.getTime() + windowMs);
  return free && free > now ? free : null;
}
