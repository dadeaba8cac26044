import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { ConfigError } from './config.js';
import type { Holder } from './infrastructure/leases/mongo-lease.js';
import { lockDataFolder } from './infrastructure/sqlite/data-lock.js';

/**
 * Makes the data folder where it is missing, for its owner alone as it holds keys, and takes it for this process.
 * @throws ConfigError when it can't be made or written, DataFolderInUseError when another process has it
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
 * The holder of leases that this data folder is. One process at a time has the folder, so that a restart on this host can
 * take over at once what an earlier one was killed with.
 */
export function holderOf(folder: string): Holder {
  const file = path.join(folder, 'instance-id');
  if (!existsSync(file)) writeFileSync(file, randomUUID(), { mode: 0o600 });
  const host = hostname();
  return { id: `${readFileSync(file, 'utf8')}@${host}`, place: `${path.resolve(folder)} on ${host}` };
}

/** Step by step: Node's own recursive way never returns where a parent takes no folders, as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}
