import { createRequire } from 'node:module';
import type { Config } from '../config.js';
import { RandomIds, SystemClock } from '../infrastructure/clock/system-clock.js';
import { ProcessWatch } from '../kernel/leases/process-watch.js';
import type { Timer } from '../kernel/timer.js';
import { kernelLogger } from '../process/kernel-logger.js';
import { refuseToStart } from '../process/refuse-to-start.js';
import { projections } from '../projections/projections.js';
import { holderOf } from './data-folder.js';
import type { Storage } from './storage.js';

export const { version: PROGRAM_VERSION } = createRequire(import.meta.url)('../../../package.json') as {
  version: string;
};

/** How this process shows itself to the others of the site, and watches them. */
export function processWatchOf(
  { role, dataDir }: Pick<Config, 'role' | 'dataDir'>,
  { processes, lease, codec }: Pick<Storage, 'processes' | 'lease' | 'codec'>,
  timer: Timer,
  isActive: () => boolean,
): ProcessWatch {
  const { id: holder, place } = processes ? holderOf(dataDir) : { id: '', place: '' };
  return new ProcessWatch({
    rows: processes,
    lease,
    self: {
      id: new RandomIds().uuid(),
      holder,
      role,
      place,
      version: PROGRAM_VERSION,
      views: Object.fromEntries(projections.map(({ name, version }) => [name, version])),
      reads: codec.versions,
    },
    writes: codec.written,
    isActive,
    clock: new SystemClock(),
    timer,
    logger: kernelLogger('Processes'),
    onOther: refuseToStart,
  });
}
