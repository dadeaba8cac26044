import type { Filter } from 'mongodb';
import { KernelStore } from '../../kernel/kernel-store.js';
import { LeaseLostError } from '../../kernel/lease.js';
import type { MongoConnection } from '../mongo/connection.js';
import { isDuplicateKey, isInserted } from '../mongo/errors.js';
import { LimitedCollection } from '../mongo/limited-collection.js';

interface Row {
  readonly _id: { readonly kind: string; readonly key: string };
  readonly value: object;
  /** The fencing number of the process that wrote it last, in {@link FENCED}. */
  readonly fence?: number;
}

/** What only the process with the lease on work writes. */
const FENCED: ReadonlySet<string> = new Set(['reaction-events', 'late-mail']);

interface Checkpoint {
  readonly _id: string;
  readonly position: number;
}

/** Kernel records in MongoDB, with write concern majority. */
export class MongoKernelStore extends KernelStore {
  private readonly rows: LimitedCollection<Row>;
  private readonly checkpoints: LimitedCollection<Checkpoint>;
  /** The fencing number of this process; null if nobody else writes, or while it must not write what is fenced. */
  fence: () => number | null = () => null;

  /** @param mongo stays open when the store is closed */
  constructor(mongo: MongoConnection) {
    super();
    this.rows = new LimitedCollection(mongo, 'kernel');
    this.checkpoints = new LimitedCollection(mongo, 'checkpoints');
  }

  async get<Value extends object>(kind: string, key: string): Promise<Value | null> {
    const row = await this.rows.findOne({ _id: { kind, key } });
    return row ? (row.value as Value) : null;
  }

  async list<Value extends object>(kind: string): Promise<{ readonly key: string; readonly value: Value }[]> {
    // Embedded documents compare field by field: this range holds all keys of a kind, in order.
    const ofKind = { _id: { $gte: { kind, key: '' }, $lt: { kind: `${kind}\u0000`, key: '' } } };
    const rows = await this.rows.find(ofKind, { sort: { _id: 1 } });
    return rows.map(({ _id, value }) => ({ key: _id.key, value: value as Value }));
  }

  async put(kind: string, key: string, value: object): Promise<void> {
    const plain = JSON.parse(JSON.stringify(value)) as object;
    const { row, fence } = this.own(kind, key);
    try {
      await this.rows.updateOne(row, { $set: { value: plain, ...fence } }, { upsert: true });
    } catch (error) {
      // The filter does not match a row with a higher number, so the upsert tries to insert a second one.
      throw isDuplicateKey(error) ? new LeaseLostError() : error;
    }
  }

  async putMany(
    kind: string,
    records: readonly { readonly key: string; readonly value: object }[],
  ): Promise<void> {
    if (records.length === 0) return;
    const writes = records.map(({ key, value }) => ({
      updateOne: {
        filter: { _id: { kind, key } },
        update: { $set: { value: JSON.parse(JSON.stringify(value)) as object } },
        upsert: true,
      },
    }));
    await this.rows.bulkWrite(writes);
  }

  async add(kind: string, key: string, value: object): Promise<boolean> {
    const plain = JSON.parse(JSON.stringify(value)) as object;
    return isInserted(this.rows.insertOne({ _id: { kind, key }, value: plain }));
  }

  async remove(kind: string, key: string): Promise<void> {
    await this.rows.deleteOne(this.own(kind, key).row);
  }

  /** A row that this process may write, and the mark that it leaves there. */
  private own(kind: string, key: string): { row: Filter<Row>; fence: Pick<Row, 'fence'> } {
    const _id = { kind, key };
    const number = FENCED.has(kind) ? this.fence() : null;
    if (number === null) return { row: { _id }, fence: {} };
    return {
      row: { _id, $or: [{ fence: { $exists: false } }, { fence: { $lte: number } }] },
      fence: { fence: number },
    };
  }

  async checkpoint(name: string): Promise<number | null> {
    const found = await this.checkpoints.findOne({ _id: name });
    return found?.position ?? null;
  }

  async moveCheckpoint(name: string, from: number | null, to: number): Promise<boolean> {
    if (from === null) return isInserted(this.checkpoints.insertOne({ _id: name, position: to }));
    const moved = await this.checkpoints.updateOne({ _id: name, position: from }, { $set: { position: to } });
    return moved.matchedCount === 1;
  }

  async close(): Promise<void> {
    // The connection is shared.
  }
}
