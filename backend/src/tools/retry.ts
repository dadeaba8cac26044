import '../needs-node.js';
import { refuseToStart } from '../refuse-to-start.js';
import { readCommandLine, refuseCommandLine } from './command-line.js';
import { operate } from './operate.js';

const HELP = `Tries again at once what a reaction could not do, such as a mail: events that wait and events that are parked. Without a name
it also decodes again the events in quarantine. A running server does it; with none running it is done here.

  npm run retry
  npm run retry -- <reaction>

/health lists the reactions. DATA_DIR names the data folder (./data).
`;

const { positionals } = readCommandLine(HELP, {});
if (positionals.length > 1) refuseCommandLine('One reaction, or none for all.', HELP);

await operate({ command: 'retry', names: positionals }, true).catch(refuseToStart);
