import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { SqliteDocumentStore } from '../../src/infrastructure/document-store/sqlite-document-store.js';
import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';
import { SqliteKernelStore } from '../../src/infrastructure/kernel-store/sqlite-kernel-store.js';
import { SqliteKeyRing } from '../../src/infrastructure/key-ring/sqlite-key-ring.js';
import { SqliteSentMails } from '../../src/infrastructure/mail/sqlite-sent-mails.js';
import { SqliteSessionStore } from '../../src/infrastructure/sessions/sqlite-session-store.js';
import type { Sqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import type { SyncedFile } from '../../src/infrastructure/sqlite/synced-file.js';
import { useFolder } from '../support/folder.js';

const folder = useFolder();

/** What SQLite calls `synchronous = FULL`: it syncs each commit before the call returns. */
const FULL = 2;

/** What must survive a power cut once it was acknowledged. */
const DURABLE: Readonly<Record<string, (file: string) => { close(): Promise<void> }>> = {
  'the kernel store': (file) => new SqliteKernelStore(file),
  'the keys': (file) => new SqliteKeyRing(file),
  'the sent mails': (file) => new SqliteSentMails(file),
  'the sessions': (file) => new SqliteSessionStore(file),
};

describe('a file of SQLite', () => {
  // A power cut cannot be played, so the tests ask the connection that writes.
  it('syncs each commit of the log', async () => {
    const log = new SqliteEventLog(path.join(folder, 'store.db'));
    const database = Reflect.get(log, 'database') as Sqlite;
    expect(database.get('PRAGMA synchronous')).toEqual({ synchronous: FULL });
    expect(database.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    await log.close();
  });

  it.each(Object.entries(DURABLE))(
    'syncs each commit of %s, and overwrites what is deleted',
    async (_, open) => {
      const store = open(path.join(folder, 'store.db'));
      const file = Reflect.get(store, 'file') as SyncedFile;
      await file.run(
        'CREATE TABLE asked AS SELECT * FROM pragma_synchronous, pragma_journal_mode, pragma_secure_delete',
      );
      expect(file.get('SELECT * FROM asked')).toEqual({
        synchronous: FULL,
        journal_mode: 'wal',
        secure_delete: 1,
      });
      await store.close();
    },
  );

  const MARK = 'an address that somebody wanted to be forgotten';
  /** Whether the bytes of any file in the folder contain the mark. */
  const isLeft = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const bytes = await Promise.all(files.map((file) => readFile(path.join(file.parentPath, file.name))));
    return bytes.some((content) => content.includes(MARK));
  };

  it.each(['deleted', 'replaced'])('of a view has no byte of a document that was %s', async (how) => {
    const store = new SqliteDocumentStore(folder);
    const generation = 'v1-1';
    const view = await store.open<{ name: string }>({
      name: 'people',
      generation,
      indexes: [],
      create: true,
    });
    const parked: never[] = [];
    const one = { id: 'ann', position: 1, document: { name: MARK } };
    const other = { id: 'bob', position: 1, document: { name: 'Bob' } };
    await view.commit({ from: 0, to: 1, documents: [one, other], parked });
    const document = how === 'deleted' ? null : { name: 'A' };
    await view.commit({ from: 1, to: 2, documents: [{ id: 'ann', position: 2, document }], parked });
    await view.close();
    await store.close();
    expect(await isLeft()).toBe(false);
  });
});
