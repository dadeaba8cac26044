import type { MongoConnection } from '../mongo/connection.js';
import { LimitedCollection } from '../mongo/limited-collection.js';
import { MailSpool, type StoredMail } from './mail-spool.port.js';
import { type WaitingMail, waitingMailOf } from './waiting-mail.js';

const DAY_MS = 86_400_000;
/** The mailer gives up after one day. While no process runs, the server deletes the mail, with the address in it. */
const KEPT_DAYS = 2;

interface Row {
  /** The mail's id. */
  readonly _id: string;
  /** In JSON. */
  readonly waiting: string;
  readonly expiresAt: Date;
}

/** A spool in MongoDB, for several processes. */
export class MongoMailSpool extends MailSpool {
  private constructor(private readonly rows: LimitedCollection<Row>) {
    super();
  }

  /** @throws DocumentStoreUnavailableError */
  static async open(mongo: MongoConnection): Promise<MongoMailSpool> {
    const rows = new LimitedCollection<Row>(mongo, 'waitingMails');
    await rows.letExpire();
    return new MongoMailSpool(rows);
  }

  override async find(id: string): Promise<WaitingMail | null> {
    const row = await this.rows.findOne({ _id: id });
    return row && waitingMailOf(row.waiting);
  }

  override put(waiting: WaitingMail): Promise<void> {
    return this.write(waiting, { upsert: true });
  }

  override replace(waiting: WaitingMail): Promise<void> {
    return this.write(waiting, { upsert: false });
  }

  override async remove(id: string): Promise<void> {
    await this.rows.deleteOne({ _id: id });
  }

  protected override async all(): Promise<StoredMail[]> {
    const rows = await this.rows.find({});
    return rows.map(({ _id: name, waiting }) => ({
      name,
      bytes: Buffer.from(waiting),
      waiting: waitingMailOf(waiting),
    }));
  }

  protected override async removeAll(names: readonly string[]): Promise<void> {
    await this.rows.deleteMany({ _id: { $in: [...names] } });
  }

  private async write(waiting: WaitingMail, options: { readonly upsert: boolean }): Promise<void> {
    const expiresAt = new Date(waiting.since.getTime() + KEPT_DAYS * DAY_MS);
    const change = { $set: { waiting: JSON.stringify(waiting), expiresAt } };
    await this.rows.updateOne({ _id: waiting.mail.id }, change, options);
  }
}
