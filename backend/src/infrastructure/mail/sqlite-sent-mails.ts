import { type Sqlite, openSqlite } from '../sqlite/sqlite.js';
import { SentMails } from './sent-mails.port.js';

/** The ids of sent mails in a SQLite file. Times are in milliseconds. */
export class SqliteSentMails extends SentMails {
  private readonly database: Sqlite;

  /** @param file is created if it is missing */
  constructor(file: string) {
    super();
    // Commits are synced: an id lost in a power cut would mean a mail sent twice.
    this.database = openSqlite(file, { durability: 'full' });
    this.database.exec(`
      CREATE TABLE IF NOT EXISTS sent_mails (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS sent_mails_by_time ON sent_mails (at);
    `);
  }

  override async has(id: string): Promise<boolean> {
    return this.database.get('SELECT 1 FROM sent_mails WHERE id = ?', id) !== undefined;
  }

  override async add(id: string, at: Date): Promise<void> {
    this.database.run('INSERT INTO sent_mails VALUES (?, ?) ON CONFLICT (id) DO NOTHING', id, at.getTime());
  }

  override async removeBefore(time: Date): Promise<number> {
    return this.database.run('DELETE FROM sent_mails WHERE at < ?', time.getTime());
  }

  override async close(): Promise<void> {
    this.database.close();
  }
}
