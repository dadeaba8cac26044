import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStorage } from '@footnote/backend/composition/storage.js';
import { createLog, randomHistory, writeHistory } from '@footnote/backend/test/support/history.js';
import type { Chapter } from '@footnote/backend/test/support/history-teller.js';

/** A folder in memory, where a sync costs nothing. */
const MEMORY = '/dev/shm';

/** Writes a generated history with every event type to a new data folder. Returns the number of events. */
export async function writeLongLog(
  dataDir: string,
  events: number,
  told: (history: Iterable<Chapter>) => Iterable<Chapter> = (history) => history,
): Promise<number> {
  const parent = existsSync(MEMORY) ? MEMORY : tmpdir();
  const folder = await mkdtemp(path.join(parent, 'footnote-log-'));
  try {
    const settings = { dataDir: folder, eventstoreUrl: null, mongodbUrl: null };
    const storage = await openStorage(settings, { seconds: 0, tell: () => undefined });
    await createLog(storage);
    const written = await writeHistory(storage.log, storage.codec, told(randomHistory(1, events)));
    await storage.close();
    await cp(folder, dataDir, { recursive: true });
    return written;
  } finally {
    await rm(folder, { recursive: true });
  }
}
