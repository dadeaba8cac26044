import { KernelStore } from '../../kernel/kernel-store.js';
import type { MongoConnection } from '../mongo/connection.js';
import { isInserted } from '../mongo/errors.js';
import { LimitedCollection } from '../mongo/limited-collection.js';

interface Row {
  readonly _id: { readonly kind: string; readonly key: string };
  readonly value: object;
}

interface Checkpoint {
  readonly _id: string;
  readonly position: number;
}

/** Kernel records in MongoDB, with write concern majority. */
export class MongoKernelStore extends KernelStore {
  private readonly rows: LimitedCollection<Row>;
  private readonly checkpoints: LimitedCollection<Checkpoint>;

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
    await this.rows.updateOne({ _id: { kind, key } }, { $set: { value: plain } }, { upsert: true });
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
    await this.rows.deleteOne({ _id: { kind, key } });
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
