import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { ConfigError } from './config.js';
import type { Holder } from './infrastructure/leases/mongo-lease.js';
import { lockDataFolder } from './infrastructure/sqlite/data-lock.js';

/**
 * Creates the data folder if it is missing, with access for its owner only because it contains keys, and locks it for this
 * process.
 * @throws ConfigError when it can't be created or written
 * @throws DataFolderInUseError when another process has locked it
 */
export function takeDataFolder(folder: string): void {
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw new Error('it is a file');
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError([`DATA_DIR: ${folder} can't be used: ${(error as Error).message}`]);
  }
  lockDataFolder(folder);
}

/**
 * Identifies this data folder as a holder of leases. Only one process has the folder, so after a kill, the next process on
 * this host takes over the lease at once.
 */
export function holderOf(folder: string): Holder {
  const file = path.join(folder, 'instance-id');
  if (!existsSync(file)) writeFileSync(file, randomUUID(), { mode: 0o600 });
  const host = hostname();
  return { id: `${readFileSync(file, 'utf8')}@${host}`, place: `${path.resolve(folder)} on ${host}` };
}

/** Creates parents one by one: Node's recursive mkdir never returns if a parent cannot contain folders, as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}
