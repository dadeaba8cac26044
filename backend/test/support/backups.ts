import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listedErasures } from '../../src/backup/erasing-again.js';
import { verifiedManifest } from '../../src/backup/manifest.js';
import { type RestoredSite, restoreBackup } from '../../src/backup/restore-backup.js';
import { type BackupOrder, type TakenBackup, takeBackup } from '../../src/backup/take-backup.js';
import { ERASURES } from '../../src/composition/kernel.providers.js';
import { readConfig } from '../../src/config.js';
import type { TestClock } from './app.js';
import type { TestStorage } from './pairing.js';

/** The only pairing whose data is copied. */
export const EMBEDDED: TestStorage = { env: {}, stop: () => Promise.resolve() };

/** The time of each backup of a test, unless it says another. */
export const TAKEN_AT = new Date('2026-11-21T12:00:00.000Z');

/** Copies a data folder; `order` replaces parts of what the tool would ask for. Does not wait for late pictures. */
export function backUp(
  dataDir: string,
  target: string,
  order: Partial<BackupOrder> = {},
): Promise<TakenBackup> {
  return takeBackup({
    dataDir,
    target,
    appSecret: null,
    erasing: Object.keys(ERASURES),
    program: '1.2.3',
    takenAt: TAKEN_AT,
    wait: () => Promise.resolve(),
    ...order,
  });
}

/** New data folders, which are removed after the tests of a file. */
export function useDataFolders(): () => Promise<string> {
  const folders: string[] = [];
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'footnote-restored-'));
    folders.push(folder);
    return folder;
  };
}

/** Restores into an empty data folder, as the tool does. @param list the file with the list of erased people; null: without */
export async function restore(
  source: string,
  dataDir: string,
  {
    list = null,
    clock,
    env = {},
  }: { list?: string | null; clock?: TestClock; env?: Record<string, string> } = {},
): Promise<RestoredSite> {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...env });
  return restoreBackup({
    config,
    source,
    manifest: await verifiedManifest(source),
    erasures: list === null ? null : await listedErasures(list),
    ...(clock && { stand: { clock } }),
  });
}
