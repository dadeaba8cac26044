import { ExpiringLease, LeaseHeldError, LeaseLostError } from '../../kernel/lease.js';
import type { MongoConnection } from '../mongo/connection.js';
import { isDuplicateKey } from '../mongo/errors.js';
import { MongoProgressRow } from './mongo-progress-row.js';
import { MongoLeaseTable } from './mongo-lease-table.js';
import { LimitedCollection } from '../mongo/limited-collection.js';

interface Row {
  readonly _id: string;
  readonly holder: string;
  readonly place: string;
  readonly number: number;
  readonly isHeld: boolean;
  /** By the server's clock. */
  readonly seenAt: Date;
}

const COLLECTION = 'leases';
const NAME = 'log';
const CLOCK = 'clock';
const LIFE_MS = 15_000;

export interface Holder {
  /** Equal for processes that never run at the same time. A holder with the same id takes over at once. */
  readonly id: string;
  /** The data folder and host of the process, for messages. */
  readonly place: string;
}

/** A lease stored as a document in MongoDB. Only the server's clock decides its expiry: process clocks may differ. */
export class MongoLease extends ExpiringLease {
  readonly lifeMs = LIFE_MS;
  private readonly rows: LimitedCollection<Row>;
  private number = 0;

  /** @param mongo stays open after the release */
  constructor(
    private readonly mongo: MongoConnection,
    private readonly holder: Holder,
  ) {
    super();
    this.rows = new LimitedCollection(mongo, COLLECTION);
  }

  async acquire(): Promise<number> {
    const row = await this.unheld();
    if (!(await this.take(row?.number ?? 0))) throw heldBy('another process', 0);
    // A worker that was stopped, and goes on, must notice that it is not alone.
    await new MongoLeaseTable(this.mongo).endAll();
    // It may build other generations than those that the row names.
    await new MongoProgressRow(this.mongo).forget();
    return this.number;
  }

  async renew(): Promise<void> {
    const seen = { $currentDate: { seenAt: true } } as const;
    const renewed = await this.rows.updateOne(this.own(), seen);
    if (renewed.matchedCount === 0) throw new LeaseLostError();
  }

  async endExpired(): Promise<void> {
    const row = await this.unheld();
    if (!row?.isHeld) return;
    const same = { _id: NAME, number: row.number, seenAt: row.seenAt };
    const ended = await this.rows.updateOne(same, { $set: { isHeld: false }, $inc: { number: 1 } });
    // It was renewed, or another process was faster.
    if (ended.matchedCount === 0) await this.endExpired();
  }

  async release(): Promise<void> {
    await this.rows.updateOne(this.own(), { $set: { isHeld: false } });
  }

  /** The lease as it is stored, if it can be taken. @throws LeaseHeldError */
  private async unheld(): Promise<Row | null> {
    const [row, now] = await this.rows.call(async (rows, limit) => [
      await rows.findOne({ _id: NAME }, limit),
      await this.serverTime(limit),
    ]);
    const age = row ? Math.max(0, now.getTime() - row.seenAt.getTime()) : 0;
    const isFree = !row?.isHeld || row.holder === this.holder.id || age >= LIFE_MS;
    if (row && !isFree) throw heldBy(row.place, age);
    return row;
  }

  /** Takes the lease if its fencing number is still `number`; 0 means that it was never taken. */
  private async take(number: number): Promise<boolean> {
    const { id, place } = this.holder;
    const change = {
      $set: { holder: id, place, isHeld: true, number: number + 1 },
      $currentDate: { seenAt: true },
    } as const;
    try {
      const taken = await this.rows.updateOne({ _id: NAME, number }, change, { upsert: number === 0 });
      if (taken.matchedCount + taken.upsertedCount === 0) return false;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
    this.number = number + 1;
    return true;
  }

  /** Reads the server's clock through a write: the only way that works in every protocol version. */
  private async serverTime(limit: { readonly maxTimeMS: number }): Promise<Date> {
    const clock = this.mongo.collection<{ _id: string; now: Date }>(COLLECTION);
    const options = { ...limit, upsert: true, returnDocument: 'after' } as const;
    const row = await clock.findOneAndUpdate({ _id: CLOCK }, { $currentDate: { now: true } }, options);
    if (!row) throw new Error('MongoDB did not return its time');
    return row.now;
  }

  private own() {
    return { _id: NAME, number: this.number, holder: this.holder.id };
  }
}

function heldBy(place: string, ageMs: number): LeaseHeldError {
  return new LeaseHeldError(place, Math.round(ageMs / 1000), Math.ceil((LIFE_MS - ageMs) / 1000));
}
