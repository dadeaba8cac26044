import { readCommandLine, refuseCommandLine } from './command-line.js';
import { operate } from './operate.js';

const HELP = `Decides about the closing of weeks, for example when /health says that it has stopped. If a server is running, the server
does the work, otherwise this command.

  npm run weeks -- close --admin NAME
  npm run weeks -- undo WEEK --admin NAME

close   closes every week that has ended, oldest first, whatever the clock did before
undo    opens a closed week again, with all its posts. Undo the latest week first. A week that has ended is closed again by
        the server within a minute

WEEK is an ISO week such as 2026-W47. NAME is the name of the admin who decides: 1 to 64 letters, digits, dots, hyphens and
underscores, and no address. It stands in the event log. The exit code is 1 if the command failed, and 2 for wrong arguments.
DATA_DIR is the path of the data folder (default: ./data).
`;

const NAME = /^[A-Za-z0-9._-]{1,64}$/;

const { values, positionals } = readCommandLine(HELP, { admin: { type: 'string' } });
const [act = '', week = '', ...rest] = positionals;
const { admin = '' } = values;
const isKnown = act === 'close' ? week === '' : act === 'undo' && /^\d{4}-W\d{2}$/.test(week);
if (!isKnown || rest.length > 0) refuseCommandLine('The arguments are "close", or "undo" and a week.', HELP);
if (!NAME.test(admin)) refuseCommandLine('--admin must be the name of the admin who decides.', HELP);

await operate({ command: 'weeks', names: [act, admin, week] }, false);
