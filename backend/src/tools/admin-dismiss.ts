import { readCommandLine, refuseCommandLine } from './command-line.js';
import { operate } from './operate.js';

const HELP = `Keeps an admin from signing in, at once and without a second owner. All owners are mailed. The last owner stays.
If a server is running, the server does the work, otherwise this command.

  npm run admin:dismiss -- NAME

NAME is the username. DATA_DIR is the path of the data folder (default: ./data).
`;

const { positionals } = readCommandLine(HELP, {});
const [username, ...more] = positionals;
if (!username || more.length > 0) refuseCommandLine('Give one username.', HELP);

await operate({ command: 'admin-dismiss', names: [username] }, false);
