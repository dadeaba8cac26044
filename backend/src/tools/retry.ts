import '../needs-node.js';
import { refuseToStart } from '../refuse-to-start.js';
import { readCommandLine, refuseCommandLine } from './command-line.js';
import { operate } from './operate.js';

const HELP = `Retries what a reaction could not do, such as sending a mail: its waiting and parked events. Without a name it retries all
reactions and also decodes the events in quarantine again. A running server does the work; otherwise this process does.

  npm run retry
  npm run retry -- <reaction>

/health lists the reactions. DATA_DIR names the data folder (./data).
`;

const { positionals } = readCommandLine(HELP, {});
if (positionals.length > 1) refuseCommandLine('Name one reaction, or none for all of them.', HELP);

await operate({ command: 'retry', names: positionals }, true).catch(refuseToStart);
