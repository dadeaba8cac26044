import { type LeaseRow, LeaseTable } from '../../kernel/lease.js';
import type { MongoConnection } from '../mongo/connection.js';
import { isInserted } from '../mongo/errors.js';
import { LimitedCollection } from '../mongo/limited-collection.js';

interface Row extends Omit<LeaseRow, 'name'> {
  readonly _id: string;
}

/** Leases as documents in MongoDB, beside that of a process which is alone. */
export class MongoLeaseTable extends LeaseTable {
  private readonly stored: LimitedCollection<Row>;

  /** @param mongo stays open */
  constructor(mongo: MongoConnection) {
    super();
    this.stored = new LimitedCollection(mongo, 'sharedLeases');
  }

  override async rows(names: readonly string[]): Promise<readonly LeaseRow[]> {
    const found = await this.stored.find({ _id: { $in: [...names] } });
    return found.map(({ _id: name, holder, number, beat, wants }) => ({ name, holder, number, beat, wants }));
  }

  override async take(
    name: string,
    seen: LeaseRow | null,
    { holder, wants }: Pick<LeaseRow, 'wants'> & { readonly holder: string },
  ): Promise<number | null> {
    if (!seen) {
      const first = { _id: name, holder, number: 1, beat: 1, wants };
      return (await isInserted(this.stored.insertOne(first))) ? 1 : null;
    }
    const { number, beat } = seen;
    const taken = await this.stored.updateOne(
      { _id: name, number, beat },
      { $set: { holder, wants }, $inc: { number: 1, beat: 1 } },
    );
    return taken.matchedCount === 1 ? number + 1 : null;
  }

  override async renew(holder: string): Promise<void> {
    await this.stored.call((rows, limit) => rows.updateMany({ holder }, { $inc: { beat: 1 } }, limit));
  }

  override async release(holder: string): Promise<void> {
    const released = { $set: { holder: null }, $inc: { beat: 1 } };
    await this.stored.call((rows, limit) => rows.updateMany({ holder }, released, limit));
  }

  /** Takes all leases from their holders. */
  async endAll(): Promise<void> {
    const ended = { $set: { holder: null }, $inc: { number: 1, beat: 1 } };
    await this.stored.call((rows, limit) => rows.updateMany({}, ended, limit));
  }
}
