import { parentPort, workerData } from 'node:worker_threads';
import { damagedFileIn } from '../disk/damaged-file.js';
import { openSqlite } from '../sqlite/sqlite.js';
import { faultIn } from './log-gaps.js';

/** Reads a whole log. The answer is what is wrong with it, or null. */
parentPort?.postMessage(lookAt(workerData as string));

function lookAt(file: string): string | null {
  try {
    const log = openSqlite(file, { durability: 'full' });
    try {
      return faultIn(log);
    } finally {
      log.close();
    }
  } catch (error) {
    const damaged = damagedFileIn(error);
    if (damaged) return damaged.reason;
    throw error;
  }
}
