import type { MongoConnection } from '../mongo/connection.js';
import { LimitedCollection } from '../mongo/limited-collection.js';
import { type Erasure, ErasureList } from './erasure-list.port.js';

/** `mongoexport` writes a row as the line that it is in a file. */
interface Row extends Erasure {
  readonly _id: string;
}

/** A list in MongoDB, for several processes. Rows are neither changed nor deleted. */
export class MongoErasureList extends ErasureList {
  private readonly rows: LimitedCollection<Row>;

  constructor(mongo: MongoConnection) {
    super();
    this.rows = new LimitedCollection(mongo, 'erasures');
  }

  override async add({ at, kind, id }: Erasure): Promise<void> {
    await this.rows.updateOne({ _id: `${kind} ${id}` }, { $setOnInsert: { at, kind, id } }, { upsert: true });
  }

  override async list(): Promise<Erasure[]> {
    const rows = await this.rows.find({}, {}, 'batchTimeout');
    return rows.map(({ at, kind, id }) => ({ at, kind, id }));
  }
}
