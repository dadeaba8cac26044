import { securityLogOf } from '../composition/adapters.js';
import { readConfigOfTool } from '../config.js';
import { takeDataFolder } from '../composition/data-folder.js';
import { kernelLogger } from '../process/kernel-logger.js';
import { processWatchOf } from '../composition/process-watch-of.js';
import { openStorage } from '../composition/storage.js';
import { RandomIds, SystemClock, SystemTimer } from '../infrastructure/clock/system-clock.js';
import { LeaseHeartbeat } from '../kernel/leases/lease-heartbeat.js';
import { LogIdentity } from '../kernel/log/log-identity.js';
import { acceptKeyLoss } from '../kernel/log/key-check.js';
import { refuseToStart } from '../process/refuse-to-start.js';
import { withCliCommands } from '../kernel/cli-command-text.js';
import { readCommandLine, refuseCommandLine } from './command-line.js';

const HELP = `Gives up the personal data of all people whose key is missing in the key store, as if their accounts had been erased.

  npm run keys -- accept-loss

This cannot be undone. Look for a copy of the key store first, and stop the server. The command refuses a log that does
not belong to the data folder. DATA_DIR is the path of the data folder (default: ./data).
`;

const { positionals } = readCommandLine(HELP, {});
if (positionals.length !== 1 || positionals[0] !== 'accept-loss') {
  refuseCommandLine('The only command is accept-loss.', HELP);
}

await acceptLoss();

async function acceptLoss(): Promise<void> {
  const config = readConfigOfTool(process.env);
  takeDataFolder(config);
  const tell = (line: string) => process.stderr.write(`${line}\n`);
  const storage = await openStorage(config, { seconds: config.startupTimeout, tell });
  const securityLog = securityLogOf(config, process.stderr);
  const clock = new SystemClock();
  const timer = new SystemTimer();
  const lease = new LeaseHeartbeat(storage.lease, kernelLogger('Keys'), refuseToStart, timer);
  const processes = processWatchOf(config, storage, timer, () => false);
  try {
    await processes.join();
    await lease.acquire();
    const identity = new LogIdentity({ ...storage, clock, ids: new RandomIds() });
    // With another log every key would seem missing, although no data is lost.
    await identity.assertOwn();
    const people = await acceptKeyLoss(storage);
    securityLog.record({ event: 'operator-command', command: 'keys', act: 'accept-loss' }, clock.now());
    const log = await identity.read();
    // The next start then knows that these are the keys of this log.
    if (log !== null) await storage.keys.adopt(log);
    process.stdout.write(
      people === 0
        ? 'No key is missing.\n'
        : withCliCommands(
            `The personal data of ${people} people is given up.\nNow run: npm run rebuild -- --all\n`,
          ),
    );
  } finally {
    await lease.release();
    await processes.leave();
    await securityLog.close();
    await storage.close();
  }
}
