import { statSync } from 'node:fs';
import path from 'node:path';
import { type Sqlite, checkpointNow, openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { SyncThread } from '../../src/infrastructure/sqlite/sync-thread.js';
import { useFolder } from '../support/folder.js';

const MEGABYTE = 1024 * 1024;
const LOG_BYTES = 8 * MEGABYTE;

const folder = useFolder();

describe('a file whose write-ahead log another thread copies', () => {
  const file = () => path.join(folder, 'store.db');
  const sizes = () => ({ file: statSync(file()).size, log: statSync(`${file()}-wal`).size });
  let asked: PromiseWithResolvers<void>[];
  let database: Sqlite;

  beforeEach(() => {
    asked = [];
    const checkpointer = {
      checkpoint: (name: string) => {
        expect(name).toBe(file());
        const asking = Promise.withResolvers<void>();
        asked.push(asking);
        return asking.promise;
      },
    };
    database = openSqlite(file(), { durability: 'normal', checkpointer });
    database.exec('CREATE TABLE blobs (blob BLOB NOT NULL) STRICT');
  });
  afterEach(() => database.close());

  /** Writes about this much to the write-ahead log, in commits of half a megabyte. */
  const write = (bytes: number) => {
    for (let written = 0; written < bytes; written += MEGABYTE / 2) {
      database.run('INSERT INTO blobs VALUES (zeroblob(?))', MEGABYTE / 2);
    }
  };
  const answer = async () => {
    for (const { resolve } of asked) resolve();
    await new Promise((resolve) => setImmediate(resolve));
  };

  it('copies nothing itself, and asks once while it is not done', () => {
    write(LOG_BYTES - MEGABYTE);
    expect(asked).toHaveLength(0);
    write(8 * MEGABYTE);
    expect(asked).toHaveLength(1);
    expect(sizes()).toMatchObject({ file: 4096 });
  });

  it('starts the log again once it is copied, cut to the size at which it asks', async () => {
    write(LOG_BYTES + 4 * MEGABYTE);
    checkpointNow(file());
    await answer();
    write(MEGABYTE / 2);
    expect(sizes()).toMatchObject({ log: LOG_BYTES });
    expect(sizes().file).toBeGreaterThan(LOG_BYTES);
    write(LOG_BYTES + MEGABYTE);
    expect(asked).toHaveLength(2);
  });

  it('asks again only after more writes when it could not start the log again, or the thread failed', async () => {
    write(LOG_BYTES + MEGABYTE / 2);
    expect(asked).toHaveLength(1);
    asked[0]?.reject(new Error('the disk is full'));
    await answer();
    write(MEGABYTE / 2);
    expect(asked).toHaveLength(1);
    write(MEGABYTE);
    expect(asked).toHaveLength(2);
  });

  it('is not made again by a thread that comes late', async () => {
    const thread = new SyncThread();
    const gone = path.join(folder, 'gone.db');
    await expect(thread.checkpoint(gone)).rejects.toThrow('unable to open');
    expect(statSync(gone, { throwIfNoEntry: false })).toBeUndefined();
    write(LOG_BYTES);
    await thread.checkpoint(file());
    expect(sizes().file).toBeGreaterThan(LOG_BYTES);
    thread.open(file());
    await thread.close(file());
  });
});
