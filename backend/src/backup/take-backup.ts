import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { catalogue } from '../domain/events.js';
import { nullIfMissing } from '../infrastructure/disk/file-system.js';
import { shortageOf } from '../infrastructure/disk/shortage.js';
import { SqliteEventLog } from '../infrastructure/event-log/sqlite-event-log.js';
import { FolderImageStore } from '../infrastructure/images/folder-image-store.js';
import type { ImageStore } from '../infrastructure/images/image-store.port.js';
import { SqliteKernelStore } from '../infrastructure/kernel-store/sqlite-kernel-store.js';
import { SqliteKeyRing } from '../infrastructure/key-ring/sqlite-key-ring.js';
import { ServerSecret } from '../infrastructure/sessions/server-secret.js';
import { type Sqlite, isDamage, openSqlite } from '../infrastructure/sqlite/sqlite.js';
import { syncFolder } from '../infrastructure/sync-folder.js';
import { EventCodec } from '../kernel/log/codec.js';
import { checkKeys } from '../kernel/log/key-check.js';
import { eachBatch } from '../kernel/log/whole-log.js';
import { SystemTimer } from '../infrastructure/clock/system-clock.js';
import type { Timer } from '../kernel/timer.js';
import { BackupError } from './backup-error.js';
import { eachPicture } from './copy-pictures.js';
import { LoggedPictures } from './logged-pictures.js';
import {
  DATABASES,
  FORMAT,
  IMAGES,
  type Manifest,
  SECRET,
  digestOf,
  picturesIn,
  writeManifest,
} from './manifest.js';

export interface BackupOrder {
  /** The data folder. A server may use it. */
  readonly dataDir: string;
  /** The pictures of the site. */
  readonly images: ImageStore;
  /** Where the backup goes: a new folder, or an empty one. */
  readonly target: string;
  /** The secret of the settings; null if it is in the data folder. */
  readonly appSecret: string | null;
  /** The types of the events that erase somebody. */
  readonly erasing: readonly string[];
  readonly program: string;
  readonly takenAt: Date;
  readonly timer?: Pick<Timer, 'pause'>;
}

export interface TakenBackup {
  readonly manifest: Manifest;
  /** Pictures that the log names and that have no files in the data folder either. */
  readonly missing: readonly string[];
}

const DIRECTORY = 0o700;
/** An erasure between the copies of log and keys starts them again; they are rare. */
const TRIES = 5;
/** An upload writes its files within a second after its event. */
const LATE_FILES = { tries: 50, pauseMs: 100 } as const;

/**
 * Copies log, keys, kernel store, sent mails, secret and pictures of a data folder, beside its server. Everything that was
 * acknowledged before the call is in the copy. Sessions, limits, answers to repeated requests, share cards and views are not.
 *
 * The order of the copies makes them fit:
 * - the kernel store before the log, so that no checkpoint and no record is ahead of the log;
 * - keys and pictures after the log, so that every event of the copy has them. If somebody is erased meanwhile, whose key
 *   would be gone without the event that says why, log and keys are copied again;
 * - pictures before the log, too: those that are deleted meanwhile belong to the copy of the log.
 *
 * The copy gets its name when it is complete, and checked.
 * @throws BackupError; then nothing is left of it
 */
export async function takeBackup(order: BackupOrder): Promise<TakenBackup> {
  const draft = await newDraft(order);
  try {
    return await new Taking(order, draft).take();
  } catch (error) {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 });
    const shortage = shortageOf(error);
    if (shortage === null || shortage === 'descriptors') throw error;
    const reason = shortage === 'room' ? 'There is no room for the backup' : 'Writing the backup failed';
    throw new BackupError(`${reason} on the disk of ${order.target}. Nothing is left of it.`);
  }
}

async function newDraft({ dataDir, target }: BackupOrder): Promise<string> {
  const absent = DATABASES.find((name) => !existsSync(path.join(dataDir, name)));
  if (absent) throw new BackupError(`${path.join(dataDir, absent)} is missing. Is DATA_DIR right?`);
  if (`${target}${path.sep}`.startsWith(`${dataDir}${path.sep}`)) {
    throw new BackupError(`${target} is inside the data folder. Name a folder elsewhere.`);
  }
  const found = await stat(target).catch(nullIfMissing);
  if (found && (!found.isDirectory() || (await readdir(target)).length > 0)) {
    throw new BackupError(`${target} is not empty. Name a new folder.`);
  }
  const draft = `${target}.unfinished`;
  await mkdir(path.dirname(draft), { recursive: true, mode: DIRECTORY });
  try {
    await mkdir(draft, { mode: DIRECTORY });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new BackupError(
      `${draft} exists: another backup is running, or was cut. If none is running, remove it.`,
    );
  }
  return draft;
}

class Taking {
  private readonly copies: FolderImageStore;

  constructor(
    private readonly order: BackupOrder,
    private readonly draft: string,
  ) {
    this.copies = new FolderImageStore(path.join(draft, IMAGES));
  }

  async take(): Promise<TakenBackup> {
    const { order, draft } = this;
    await this.copies.prepare();
    await eachPicture(order.images, ({ photoId }) => order.images.copyTo(this.copies, photoId));
    await this.copyStores();
    if (order.appSecret === null) await this.copySecret();
    const { missing, ...counts } = await this.check();
    await rm(path.join(draft, IMAGES, '.unfinished'), { recursive: true });
    const names = [...DATABASES, ...(order.appSecret === null ? [SECRET] : [])];
    const files: Record<string, Manifest['files'][string]> = {};
    for (const name of names) files[name] = await digestOf(path.join(draft, name));
    const takenAt = order.takenAt.toISOString();
    const manifest = { format: FORMAT, program: order.program, takenAt, ...counts, files };
    await writeManifest(draft, manifest);
    await syncFolder(draft);
    await this.publish();
    return { manifest, missing };
  }

  /** Where a folder of that name exists, it is empty. */
  private async publish(): Promise<void> {
    const { target } = this.order;
    if (existsSync(target)) await rmdir(target);
    await rename(this.draft, target);
    await syncFolder(path.dirname(target));
  }

  private async copyStores(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      for (const name of DATABASES) await rm(path.join(this.draft, name), { force: true });
      await this.copyDatabase('kernel.db');
      await this.copyDatabase('events.db');
      await this.copyDatabase('keys.db');
      await this.copyDatabase('sent-mails.db');
      if (!(await this.wasErasedMeanwhile())) return;
      if (tries === TRIES) throw new BackupError('People are being erased again and again. Try again later.');
    }
  }

  private async copyDatabase(name: string): Promise<void> {
    try {
      await using(this.from(name), (database) => database.copyTo(path.join(this.draft, name)));
      const fault = await using(this.in(name), async (database) => database.fault());
      if (fault !== null) throw new BackupError(`${name} is damaged: ${fault}`);
    } catch (error) {
      if (!isDamage(error)) throw error;
      throw new BackupError(`${name} is damaged: ${(error as Error).message}`);
    }
  }

  /** Whether the log of the data folder has an erasure that its copy does not have. */
  private async wasErasedMeanwhile(): Promise<boolean> {
    const head = await using(new SqliteEventLog(path.join(this.draft, 'events.db')), (log) => log.head());
    return using(new SqliteEventLog(path.join(this.order.dataDir, 'events.db')), async (log) => {
      let isErased = false;
      const look = async (batch: readonly { readonly type: string }[]) => {
        isErased ||= batch.some(({ type }) => this.order.erasing.includes(type));
        return !isErased;
      };
      await eachBatch(log, look, head);
      return isErased;
    });
  }

  private async copySecret(): Promise<void> {
    const secret = await readFile(path.join(this.order.dataDir, SECRET)).catch(nullIfMissing);
    if (secret === null) throw new BackupError(`${path.join(this.order.dataDir, SECRET)} is missing.`);
    await writeFile(path.join(this.draft, SECRET), secret, { mode: 0o600, flag: 'wx', flush: true });
  }

  /** Opens the copies, brings the pictures to what the copy of the log names, and counts. */
  private async check() {
    const { draft, order } = this;
    const kernel = new SqliteKernelStore(path.join(draft, 'kernel.db'));
    const keys = new SqliteKeyRing(path.join(draft, 'keys.db'));
    const log = new SqliteEventLog(path.join(draft, 'events.db'));
    try {
      const secret = order.appSecret === null ? null : new ServerSecret(Buffer.from(order.appSecret));
      await (secret ?? ServerSecret.keptIn(path.join(draft, SECRET))).requireSame(kernel);
      const codec = new EventCodec(keys, catalogue);
      await checkKeys({ log, codec, keys });
      const missing = await this.settlePictures(await LoggedPictures.in(log, codec));
      return {
        log: (await keys.logId()) ?? '',
        head: await log.head(),
        events: await this.sameCount('events.db', 'events'),
        keys: await this.sameCount('keys.db', 'keys'),
        pictures: await picturesIn(path.join(draft, IMAGES)),
        missing,
      };
    } finally {
      for (const store of [kernel, keys, log]) await store.close();
    }
  }

  /** Adds the pictures that are new, and removes those that the copy of the log does not have. Returns those without files. */
  private async settlePictures(logged: LoggedPictures): Promise<string[]> {
    for await (const { photoId } of this.copies.stored()) {
      const isGone = logged.mayBeGone(photoId) && !(await this.order.images.exists(photoId));
      if (!logged.names(photoId) || isGone) await this.copies.delete(photoId);
    }
    let missing = await this.withoutFiles(logged.needed());
    for (let tries = 0; missing.length > 0 && tries < LATE_FILES.tries; tries += 1) {
      await (this.order.timer ?? new SystemTimer()).pause(LATE_FILES.pauseMs);
      missing = await this.withoutFiles(missing);
    }
    return missing;
  }

  private async withoutFiles(photoIds: Iterable<string>): Promise<string[]> {
    const missing: string[] = [];
    for (const photoId of photoIds) {
      const isCopied =
        (await this.copies.exists(photoId)) || (await this.order.images.copyTo(this.copies, photoId));
      if (!isCopied) missing.push(photoId);
    }
    return missing;
  }

  /** The rows of a table in the copy, which the data folder has as well. Both tables are only appended to. */
  private async sameCount(name: string, table: 'events' | 'keys'): Promise<number> {
    const count = (database: Sqlite, upTo: number) =>
      database.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table} WHERE rowid <= ?`, upTo)?.rows ??
      0;
    const [copied, last] = await using(this.in(name), async (database) => {
      const end = database.get<{ last: number }>(`SELECT max(rowid) AS last FROM ${table}`)?.last ?? 0;
      return [count(database, end), end] as const;
    });
    const found = await using(this.from(name), async (database) => count(database, last));
    if (copied === found) return copied;
    throw new BackupError(`The copy of ${name} has ${copied} ${table}, and the data folder ${found}.`);
  }

  private from(name: string): Sqlite {
    return openSqlite(path.join(this.order.dataDir, name), { durability: 'full' });
  }

  private in(name: string): Sqlite {
    return openSqlite(path.join(this.draft, name), { durability: 'full' });
  }
}

/** Closes what was opened after its use. */
async function using<Opened extends { close(): unknown }, Result>(
  opened: Opened,
  use: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(opened);
  } finally {
    await opened.close();
  }
}
