import type { MongoConnection } from '../mongo/connection.js';
import { SentMails } from './sent-mails.port.js';

interface Row {
  /** The mail's id. */
  readonly _id: string;
  readonly at: Date;
}

/** The ids of sent mails in MongoDB. */
export class MongoSentMails extends SentMails {
  private constructor(private readonly mongo: MongoConnection) {
    super();
  }

  /** @param mongo stays open when this is closed @throws DocumentStoreUnavailableError */
  static async open(mongo: MongoConnection): Promise<MongoSentMails> {
    const mails = new MongoSentMails(mongo);
    await mongo.call(() => mails.rows().createIndex({ at: 1 }, { name: 'time' }), mongo.buildTimeout);
    return mails;
  }

  override async has(id: string): Promise<boolean> {
    return (await this.mongo.call(() => this.rows().findOne({ _id: id }, this.limit()))) !== null;
  }

  override async add(id: string, at: Date): Promise<void> {
    await this.mongo.call(() =>
      this.rows().updateOne({ _id: id }, { $setOnInsert: { at } }, { ...this.limit(), upsert: true }),
    );
  }

  override async removeBefore(time: Date): Promise<number> {
    const removed = await this.mongo.call(
      () => this.rows().deleteMany({ at: { $lt: time } }, { maxTimeMS: this.mongo.batchTimeout }),
      this.mongo.batchTimeout,
    );
    return removed.deletedCount;
  }

  override async close(): Promise<void> {
    // The connection belongs to all.
  }

  private rows() {
    return this.mongo.collection<Row>('sent_mails');
  }

  private limit() {
    return { maxTimeMS: this.mongo.timeout };
  }
}
