import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { type Config, ConfigError } from '../config.js';
import type { Holder } from '../infrastructure/leases/mongo-lease.js';
import { networkFileSystemOf, otherOwner, wayToOwn } from '../infrastructure/disk/file-system.js';
import { shortageOf } from '../infrastructure/disk/shortage.js';
import { lockDataFolder } from '../infrastructure/sqlite/data-lock.js';
import { syncFolderNow } from '../infrastructure/sync-folder.js';
import { closeContents, closeFolder } from './private-folder.js';

/** New files and folders are for this user only. */
export const PRIVATE = 0o077;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The file that marks a data folder while a backup is restored into it. */
export const RESTORING = 'restoring';
/** The file that marks a data folder while `recover --log` puts a new log in the place of a damaged one. */
export const REPLACING = 'replacing-log';

/**
 * Creates the data folder if it is missing, makes it and everything that this process creates private to this user,
 * because it contains keys and mails, and locks it for this process.
 * @throws ConfigError when it can't be created or written, when a restore into it or the replacement of its log was cut, or in
 * production if other users can read it
 * @throws DataFolderInUseError when another process has locked it
 * @param mayReplace whether this process goes on with a replacement of the log
 */
export function takeDataFolder(
  { dataDir, environment }: Pick<Config, 'dataDir' | 'environment'>,
  mayReplace = false,
): void {
  process.umask(PRIVATE);
  try {
    makeFolder(dataDir);
    if (!statSync(dataDir).isDirectory()) throw new Error('it is a file');
    requireOwn(dataDir, dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    // Of all files of an earlier start, the one that is used first.
    requireOwn(path.join(dataDir, 'lock.db'), dataDir);
  } catch (error) {
    // Refused like any other lack of room.
    if (shortageOf(error) === 'room') throw error;
    throw new ConfigError([`DATA_DIR: ${dataDir} can't be used: ${(error as Error).message}`]);
  }
  warnOfNetwork(dataDir);
  keepPrivate(dataDir, environment);
  lockDataFolder(dataDir);
  if (existsSync(path.join(dataDir, RESTORING))) {
    throw new ConfigError([
      `DATA_DIR: a restore into ${dataDir} was cut. Empty the folder and restore again`,
    ]);
  }
  if (existsSync(path.join(dataDir, REPLACING)) && !mayReplace) {
    throw new ConfigError([
      `DATA_DIR: the replacement of the damaged log in ${dataDir} was cut; run npm run recover -- --log, which goes on with it`,
    ]);
  }
  closeContents(dataDir);
}

/** A folder that a program of another user has made, or files in it, such as the first start by root. */
function requireOwn(entry: string, folder: string): void {
  const fault = otherOwner(entry);
  if (fault !== null) throw new Error(`${entry} ${fault}; ${wayToOwn(folder)}`);
}

/** On a network, the locks and the write-ahead log of SQLite are not safe. */
function warnOfNetwork(folder: string): void {
  const network = networkFileSystemOf(folder);
  if (network === null) return;
  process.stderr.write(
    `DATA_DIR: ${folder} is on ${network}, which may be a network file system: there, a lock may not keep another server out, and data can be lost. Use a disk of this machine.\n`,
  );
}

/** Ends the access of other users to the data folder. */
function keepPrivate(folder: string, environment: Config['environment']): void {
  const found = closeFolder(folder);
  if (!found) return;
  if (!found.isOpen) {
    process.stderr.write(
      `Other users of this machine had access to ${folder} (mode ${found.mode}). It is private now.\n`,
    );
    return;
  }
  const problem = `other users have access to ${folder} (mode ${found.mode}), and Footnote can't change that`;
  const way = `use a folder inside it, such as DATA_DIR=${path.join(folder, 'footnote')}`;
  if (environment === 'production') throw new ConfigError([`DATA_DIR: ${problem}; ${way}`]);
  process.stderr.write(`DATA_DIR: ${problem}; ${way}\n`);
}

/**
 * Identifies this data folder as a holder of leases. Only one process has the folder, so after a kill, the next process on
 * this host takes over the lease at once.
 */
export function holderOf(folder: string): Holder {
  const file = path.join(folder, 'instance-id');
  const host = hostname();
  // A damaged one is replaced: two folders with the same id would share leases.
  if (!existsSync(file) || !UUID.test(readFileSync(file, 'utf8'))) {
    writeFileSync(file, randomUUID(), { mode: 0o600 });
  }
  return { id: `${readFileSync(file, 'utf8')}@${host}`, place: `${path.resolve(folder)} on ${host}` };
}

/**
 * Creates parents one by one: Node's recursive mkdir never returns if a parent cannot contain folders, as in /proc. Each
 * is synced to its parent, or a power cut would take the whole data folder.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = path.dirname(folder);
  makeFolder(parent);
  mkdirSync(folder);
  syncFolderNow(parent);
}
