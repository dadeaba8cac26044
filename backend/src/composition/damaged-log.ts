import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.js';
import { SystemClock } from '../infrastructure/clock/system-clock.js';
import { salvageLog } from '../infrastructure/event-log/salvaged-log.js';
import { setFileAside } from '../infrastructure/sqlite/store-files.js';
import { removeDatabase } from '../infrastructure/sqlite/table-pages.js';
import { syncFolderNow } from '../infrastructure/sync-folder.js';
import { metadataOf, systemRun } from '../kernel/causation.js';
import { IDENTITY_STREAM, newLog } from '../kernel/log/log-identity.js';
import { LOST_EVENT } from '../kernel/undecodable.js';

/**
 * Puts a log with all events that can be read in the place of the damaged one, which is kept. The data folder must be locked.
 * Returns false if nothing was changed.
 * @param isAgreed whether to go on without the events that were listed
 */
export async function replaceDamagedLog(
  { dataDir, eventstoreUrl }: Pick<Config, 'dataDir' | 'eventstoreUrl'>,
  isAgreed: () => Promise<boolean>,
  say: (line: string) => void,
): Promise<boolean> {
  const file = path.join(dataDir, 'events.db');
  if (eventstoreUrl || !existsSync(file) || statSync(file).size === 0) {
    say(eventstoreUrl ? 'The log is on a server; its own tools repair it.' : `${file} is missing or empty.`);
    return false;
  }
  const target = `${file}.new`;
  // A log whose first event is lost becomes another one; recovery then assigns the stores to it.
  const created = newLog(randomUUID());
  const metadata = { ...metadataOf(systemRun(null, created.log), new SystemClock().now()), version: 1 };
  const { copied, lost } = salvageLog(file, target, IDENTITY_STREAM, ({ position }) =>
    position === 1
      ? { type: 'LogCreated', data: created, metadata }
      : { type: LOST_EVENT, data: {}, metadata },
  );
  say(`${copied} events can be read; ${lost.length} are lost.`);
  for (const { position, stream, revision } of lost) {
    say(`  event ${position}${stream === null ? '' : `: revision ${revision} of ${stream}`}`);
  }
  if (!(await isAgreed())) {
    removeDatabase(target);
    say('Nothing was changed.');
    return false;
  }
  const aside = setFileAside(file);
  renameSync(target, file);
  syncFolderNow(dataDir);
  say(`The damaged log is kept as ${aside}.`);
  return true;
}
