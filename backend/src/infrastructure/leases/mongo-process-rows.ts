import { type ProcessRow, ProcessRows } from '../../kernel/processes.js';
import type { MongoConnection } from '../mongo/connection.js';
import { LimitedCollection } from '../mongo/limited-collection.js';

type Row = Omit<ProcessRow, 'id'> & { readonly _id: string };

/** The rows of the processes in MongoDB. */
export class MongoProcessRows extends ProcessRows {
  private readonly rows: LimitedCollection<Row>;

  constructor(mongo: MongoConnection) {
    super();
    this.rows = new LimitedCollection(mongo, 'processes');
  }

  async put({ id, ...row }: ProcessRow): Promise<void> {
    await this.rows.updateOne({ _id: id }, { $set: row }, { upsert: true });
  }

  async all(): Promise<readonly ProcessRow[]> {
    const found = await this.rows.find({});
    return found.map(({ _id, ...row }) => ({ id: _id, ...row }));
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.rows.deleteMany({ _id: { $in: [...ids] } });
  }
}
