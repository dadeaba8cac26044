import type { SyncThread } from '../sqlite/sync-thread.js';
import { SyncedFile } from '../sqlite/synced-file.js';
import { SentMails } from './sent-mails.port.js';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS sent_mails (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS sent_mails_by_time ON sent_mails (at)`;

/** The ids of sent mails in a SQLite file. Times are in milliseconds. */
export class SqliteSentMails extends SentMails {
  /** Commits are synced: an id lost in a power cut would mean a mail sent twice. */
  private readonly file: SyncedFile;

  /** @param file is created if it is missing */
  constructor(file: string, thread?: SyncThread) {
    super();
    this.file = new SyncedFile(file, SCHEMA, thread);
  }

  override async has(id: string): Promise<boolean> {
    return this.file.get('SELECT 1 FROM sent_mails WHERE id = ?', id) !== undefined;
  }

  override async add(id: string, at: Date): Promise<void> {
    const sql = 'INSERT INTO sent_mails VALUES (?, ?) ON CONFLICT (id) DO NOTHING';
    await this.file.run(sql, id, at.getTime());
  }

  override async removeBefore(time: Date): Promise<number> {
    return this.file.run('DELETE FROM sent_mails WHERE at < ?', time.getTime());
  }

  override async close(): Promise<void> {
    await this.file.close();
  }
}
