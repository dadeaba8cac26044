import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listedErasures } from '../../src/backup/erasing-again.js';
import { verifiedManifest } from '../../src/backup/manifest.js';
import { type RestoredSite, restoreBackup } from '../../src/backup/restore-backup.js';
import { type BackupOrder, type TakenBackup, takeBackup } from '../../src/backup/take-backup.js';
import { ERASURES } from '../../src/composition/kernel.providers.js';
import { FolderImageStore } from '../../src/infrastructure/images/folder-image-store.js';
import { readConfig } from '../../src/config.js';
import type { RunningApp, TestClock } from './app.js';
import type { TestStorage } from './pairing.js';
import { verified } from './people.js';
import { jpegPhoto } from './photos.js';
import { published } from './publications.js';

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
    images: new FolderImageStore(path.join(dataDir, 'images')),
    target,
    appSecret: null,
    erasing: Object.keys(ERASURES),
    program: '1.2.3',
    takenAt: TAKEN_AT,
    timer: { pause: () => Promise.resolve() },
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

/** A whole backup at the path `backup` before each test, of a site with one post, and what tests of restores do with it. */
export function useWholeBackup(app: RunningApp, backup: string, newDataDir: () => Promise<string>) {
  let whole: string;
  beforeAll(async () => {
    const { browser } = await verified(app, 'whole@example.org');
    await published(browser, await jpegPhoto(31));
    whole = path.join(await newDataDir(), 'whole');
    await backUp(app.dataDir, whole);
  });
  const copyWhole = () => cp(whole, backup, { recursive: true });
  beforeEach(copyWhole);
  return {
    copyWhole,
    /** Expects that a restore is refused and leaves its data folder empty. */
    expectRefusal: async (reason: string | RegExp) => {
      const dataDir = await newDataDir();
      await expect(restore(backup, dataDir)).rejects.toThrow(reason);
      expect(await readdir(dataDir)).toEqual([]);
    },
    /** Changes the manifest as an attacker would who swaps files. */
    changeManifest: async (change: (manifest: Record<string, unknown>) => unknown) => {
      const file = path.join(backup, 'manifest.json');
      const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
      change(manifest);
      await writeFile(file, JSON.stringify(manifest));
    },
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
