import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.js';
import { SystemClock } from '../infrastructure/clock/system-clock.js';
import { salvageLog } from '../infrastructure/event-log/salvaged-log.js';
import { setFileAside } from '../infrastructure/sqlite/store-files.js';
import { removeDatabase } from '../infrastructure/sqlite/table-pages.js';
import { PARTS } from '../infrastructure/sqlite/sqlite.js';
import { syncFolderNow } from '../infrastructure/sync-folder.js';
import { metadataOf, systemRun } from '../kernel/causation.js';
import { IDENTITY_STREAM } from '../kernel/log/identity-stream.js';
import { newLog } from '../kernel/log/log-identity.js';
import { LOST_EVENT } from '../kernel/undecodable.js';
import { REPLACING } from './data-folder.js';

/**
 * Puts a log with all events that can be read in the place of the damaged one, which is kept. The data folder must be locked.
 * Call {@link endReplacement} once the other stores fit: until then a start refuses, and this goes on after a crash.
 * Returns false if nothing was changed.
 * @param isAgreed whether to go on without the events that were listed
 */
export async function replaceDamagedLog(
  { dataDir, eventstoreUrl }: Pick<Config, 'dataDir' | 'eventstoreUrl'>,
  isAgreed: () => Promise<boolean>,
  say: (line: string) => void,
): Promise<boolean> {
  const file = path.join(dataDir, 'events.db');
  const copy = `${file}.new`;
  const marker = path.join(dataDir, REPLACING);
  if (eventstoreUrl) {
    say('The log is on a server; its own tools repair it.');
    return false;
  }
  if (!existsSync(marker)) {
    if (!(await isSalvaged(file, copy, isAgreed, say))) return false;
    writeFileSync(marker, '', { flush: true });
    syncFolderNow(dataDir);
  }
  // Otherwise it was put there before a crash.
  if (existsSync(copy)) {
    const isThere = PARTS.some((part) => existsSync(`${file}${part}`));
    if (isThere) say(`The damaged log is kept as ${setFileAside(file)}.`);
    renameSync(copy, file);
    syncFolderNow(dataDir);
  }
  return true;
}

/** Lets a start use the new log: its stores fit. */
export function endReplacement({ dataDir }: Pick<Config, 'dataDir'>): void {
  rmSync(path.join(dataDir, REPLACING), { force: true });
  syncFolderNow(dataDir);
}

/** Copies what can be read, and asks whether to use the copy. Removes it if not, and returns false. */
async function isSalvaged(
  file: string,
  copy: string,
  isAgreed: () => Promise<boolean>,
  say: (line: string) => void,
): Promise<boolean> {
  if (!existsSync(file) || statSync(file).size === 0) {
    say(`${file} is missing or empty.`);
    return false;
  }
  // A log whose first event is lost becomes another one; recovery then assigns the stores to it.
  const created = newLog(randomUUID());
  const metadata = { ...metadataOf(systemRun(null, created.log), new SystemClock().now()), version: 1 };
  const { copied, lost } = salvageLog(file, copy, IDENTITY_STREAM, ({ position }) =>
    position === 1
      ? { type: 'LogCreated', data: created, metadata }
      : { type: LOST_EVENT, data: {}, metadata },
  );
  say(`${copied} events can be read; ${lost.length} are lost.`);
  for (const { position, stream, revision } of lost) {
    say(`  event ${position}${stream === null ? '' : `: revision ${revision} of ${stream}`}`);
  }
  if (await isAgreed()) return true;
  removeDatabase(copy);
  say('Nothing was changed.');
  return false;
}
