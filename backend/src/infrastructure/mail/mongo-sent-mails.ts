import type { MongoConnection } from '../mongo/connection.js';
import { LimitedCollection } from '../mongo/limited-collection.js';
import { SentMails } from './sent-mails.port.js';

interface Row {
  /** The mail's id. */
  readonly _id: string;
  readonly at: Date;
}

export class MongoSentMails extends SentMails {
  private constructor(private readonly rows: LimitedCollection<Row>) {
    super();
  }

  /** @param mongo stays open when this is closed @throws DocumentStoreUnavailableError */
  static async open(mongo: MongoConnection): Promise<MongoSentMails> {
    const rows = new LimitedCollection<Row>(mongo, 'sent_mails');
    await rows.createIndexes({ key: { at: 1 }, name: 'time' });
    return new MongoSentMails(rows);
  }

  override async has(id: string): Promise<boolean> {
    return (await this.rows.findOne({ _id: id })) !== null;
  }

  override async add(id: string, at: Date): Promise<void> {
    await this.rows.updateOne({ _id: id }, { $setOnInsert: { at } }, { upsert: true });
  }

  override async removeBefore(time: Date): Promise<number> {
    return this.rows.deleteMany({ at: { $lt: time } }, 'batchTimeout');
  }

  override async close(): Promise<void> {
    // The connection belongs to all.
  }
}
