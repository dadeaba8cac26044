import { readCommandLine, refuseCommandLine } from './command-line.js';
import { operate } from './operate.js';

const HELP = `Lists the mails that were not sent because the events they are about were more than seven days old, for example after
npm run recover. Mails about payments and decisions about accounts are always sent. The list contains the streams that
the mails are about, but no addresses.

  npm run late-mails
  npm run late-mails -- clear    empties the list

/health shows their number. DATA_DIR is the path of the data folder (default: ./data).
`;

const { positionals } = readCommandLine(HELP, {});
if (positionals.length > 1 || (positionals[0] ?? 'clear') !== 'clear') {
  refuseCommandLine('The only argument is "clear".', HELP);
}

await operate({ command: 'late-mails', names: positionals }, false);
