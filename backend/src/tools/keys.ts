import '../needs-node.js';
import { readConfig } from '../config.js';
import { takeDataFolder } from '../data-folder.js';
import { kernelLogger } from '../kernel-logger.js';
import { openStorage } from '../storage.js';
import { RandomIds, SystemClock } from '../infrastructure/clock/system-clock.js';
import { LeaseKeeper } from '../kernel/leases/lease-keeper.js';
import { LogIdentity } from '../kernel/log/log-identity.js';
import { acceptKeyLoss } from '../kernel/log/key-check.js';
import { refuseToStart } from '../refuse-to-start.js';
import { readCommandLine, refuseCommandLine } from './command-line.js';

const HELP = `Gives up the personal data of everybody whose key is not in the key store, as if they had been erased.

  npm run keys -- accept-loss

There is no way back: first look for a copy of the key store. Stop the server before.
DATA_DIR names the data folder (./data).
`;

const { positionals } = readCommandLine(HELP, {});
if (positionals.length !== 1 || positionals[0] !== 'accept-loss') {
  refuseCommandLine('Which command?', HELP);
}

await acceptLoss().catch(refuseToStart);

async function acceptLoss(): Promise<void> {
  const config = readConfig(process.env);
  takeDataFolder(config.dataDir);
  const tell = (line: string) => process.stderr.write(`${line}\n`);
  const storage = await openStorage(config, { seconds: config.startupTimeout, tell });
  const lease = new LeaseKeeper(storage.lease, kernelLogger('Keys'), refuseToStart);
  try {
    await lease.acquire();
    const people = await acceptKeyLoss(storage);
    const identity = new LogIdentity({ ...storage, clock: new SystemClock(), ids: new RandomIds() });
    const log = await identity.read();
    // From now on what a key store of another log has is of no use here, and does no harm.
    if (log !== null) await storage.keys.adopt(log);
    process.stdout.write(
      people === 0
        ? 'No key is missing.\n'
        : `The personal data of ${people} people is given up.\nNow run: npm run rebuild -- --all\n`,
    );
  } finally {
    await lease.release();
    await storage.close();
  }
}
