import '../needs-node.js';
import { refuseToStart } from '../refuse-to-start.js';
import { readCommandLine, refuseCommandLine } from './command-line.js';
import { operate } from './operate.js';

const HELP = `Lists the mails that were not sent, because the events that they are about were more than seven days old when their turn
came, as after npm run recover. Mails on payments and on decisions about accounts are sent in any case. It names the
streams that the mails are about, and no address.

  npm run late-mails
  npm run late-mails -- clear    empties the list

/health counts them. DATA_DIR names the data folder (./data).
`;

const { positionals } = readCommandLine(HELP, {});
if (positionals.length > 1 || (positionals[0] ?? 'clear') !== 'clear') {
  refuseCommandLine('The one word to add is "clear".', HELP);
}

await operate({ command: 'late-mails', names: positionals }, false).catch(refuseToStart);
