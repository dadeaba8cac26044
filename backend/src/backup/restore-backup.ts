import { chmod, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module.js';
import { type Adapters, type Stand, openAdapters } from '../composition/adapters.js';
import { RESTORING } from '../composition/data-folder.js';
import type { Config } from '../config.js';
import { nullIfMissing } from '../infrastructure/disk/file-system.js';
import type { Erasure } from '../infrastructure/erasures/erasure-list.port.js';
import { FolderImageStore } from '../infrastructure/images/folder-image-store.js';
import { WrongSecretError } from '../infrastructure/sessions/server-secret.js';
import { syncFile, syncFolder } from '../infrastructure/sync-folder.js';
import { Clock } from '../kernel/clock.js';
import { noteBackup } from '../kernel/last-backup.js';
import { KeysLostError } from '../kernel/log/key-check.js';
import { ForeignKeysError, LogIdentity, WrongLogError } from '../kernel/log/log-identity.js';
import { NewerProgramError } from '../kernel/log/logged-programs.js';
import { Recovery } from '../kernel/log/recovery.js';
import { BackupError } from './backup-error.js';
import { type ErasedAgain, eraseAgain } from './erasing-again.js';
import { LoggedPictures } from './logged-pictures.js';
import { IMAGES, type Manifest } from './manifest.js';

export interface RestoreOrder {
  /** Its data folder is empty, and locked by this process. */
  readonly config: Config;
  readonly source: string;
  /** Of `source`, verified. */
  readonly manifest: Manifest;
  /** Who was erased; null if there is no list. */
  readonly erasures: readonly Erasure[] | null;
  readonly stand?: Stand;
}

export interface RestoredSite extends ErasedAgain {
  readonly pictures: number;
  /** The posts without picture files. */
  readonly postsWithoutFiles: readonly string[];
}

/** The files of a backup that do not fit together, or a secret in the settings that does not. */
const MISFITS = [
  ForeignKeysError,
  KeysLostError,
  NewerProgramError,
  WrongLogError,
  WrongSecretError,
] as const;
/** What may be in an empty folder: the lock of this process, and what file systems put at their root. */
const NO_CONTENT = /^(?:lock\.db(?:-wal|-shm|-journal)?|lost\+found)$/;

/** @throws BackupError */
export async function requireEmpty(folder: string): Promise<void> {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? [];
  if (names.every((name) => NO_CONTENT.test(name))) return;
  throw new BackupError(`${folder} is not empty. Set DATA_DIR to a new folder, or move its content away.`);
}

/**
 * Copies a backup into the data folder and makes it a site of its own: without views, which the next start builds, and without
 * anything that belongs to a time after the backup. Appends LogRestored. Erases again who was erased later; the reactions of the
 * next start do what follows from that.
 * @throws BackupError; then the data folder is empty again
 */
export async function restoreBackup(order: RestoreOrder): Promise<RestoredSite> {
  const { dataDir } = order.config;
  await requireEmpty(dataDir);
  const marker = path.join(dataDir, RESTORING);
  await writeFile(marker, '', { flush: true });
  await syncFolder(dataDir);
  try {
    await copyFiles(order);
    const restored = await settle(order);
    await rm(marker);
    await syncFolder(dataDir);
    return restored;
  } catch (error) {
    // Last the marker: a start in between must refuse.
    const names = (await readdir(dataDir)).filter((name) => !NO_CONTENT.test(name) && name !== RESTORING);
    for (const name of names) await rm(path.join(dataDir, name), { recursive: true, force: true });
    await rm(marker, { force: true });
    if (!MISFITS.some((type) => error instanceof type)) throw error;
    throw new BackupError(`${order.source} cannot be restored: ${(error as Error).message}`);
  }
}

async function copyFiles({ source, manifest, config: { dataDir } }: RestoreOrder): Promise<void> {
  for (const name of Object.keys(manifest.files)) {
    const file = path.join(dataDir, name);
    await copyFile(path.join(source, name), file);
    // Also of a backup on a disk that can only be read.
    await chmod(file, 0o600);
    syncFile(file);
  }
  await mkdir(path.join(dataDir, IMAGES), { recursive: true });
}

async function settle(order: RestoreOrder): Promise<RestoredSite> {
  const { config, manifest, erasures } = order;
  const adapters = await openAdapters(config, order.stand);
  const app = await NestFactory.createApplicationContext(AppModule.with(config, adapters), {
    logger: ['error', 'warn'],
  });
  try {
    const { kernel } = adapters.storage;
    const identity = app.get(LogIdentity);
    await requireFit(order, identity, adapters);
    for await (const _ of adapters.images.stored())
      throw new BackupError('The bucket of S3_URL holds pictures. Name a new or empty one.');
    const pictures = await copyPictures(order, adapters);
    // The keys may be later than the log, and so may the note of what they have erased.
    await app.get(Recovery).recover(null, new Map());
    await noteBackup(kernel, manifest.takenAt);
    await identity.restored({ takenAt: manifest.takenAt, head: manifest.head, erasures: erasures !== null });
    const again = await eraseAgain(app, adapters, erasures ?? []);
    await identity.note();
    adapters.securityLog.record({ event: 'operator-command', command: 'restore' }, app.get(Clock).now());
    return { ...pictures, ...again };
  } finally {
    await app.close();
  }
}

async function requireFit(
  { source, manifest }: RestoreOrder,
  identity: LogIdentity,
  { storage: { log } }: Adapters,
): Promise<void> {
  // First: a newer program adds an event when it uses the log.
  if ((await identity.read()) !== manifest.log || (await log.head()) !== manifest.head) {
    throw new BackupError(`The log in ${source} is not the one of its manifest. Use another backup.`);
  }
  await identity.establish([], null);
}

async function copyPictures(
  { source }: RestoreOrder,
  { images, storage: { log, codec } }: Adapters,
): Promise<Pick<RestoredSite, 'pictures' | 'postsWithoutFiles'>> {
  const copies = new FolderImageStore(path.join(source, IMAGES));
  const logged = await LoggedPictures.in(log, codec);
  let pictures = 0;
  for await (const { photoId } of copies.stored()) {
    if (!logged.names(photoId)) {
      throw new BackupError(`The log in ${source} does not know the picture ${photoId}. Use another backup.`);
    }
    if (!(await copies.copyTo(images, photoId))) {
      throw new BackupError(`Files of the picture ${photoId} are missing in ${source}. Use another backup.`);
    }
    pictures += 1;
  }
  const postsWithoutFiles: string[] = [];
  for (const photoId of logged.needed()) {
    if (logged.isPost(photoId) && !(await images.exists(photoId))) postsWithoutFiles.push(photoId);
  }
  return { pictures, postsWithoutFiles };
}
