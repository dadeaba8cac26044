import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from './config.js';
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

/** Step by step: Node's own recursive way never returns where a parent takes no folders, as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}
