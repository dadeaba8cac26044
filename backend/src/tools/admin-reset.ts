import { readCommandLine, refuseCommandLine } from './command-line.js';
import { operate } from './operate.js';

const HELP = `Ends the sessions of an admin, removes their authenticator app and passkeys, and prints a link that sets a new password,
once and within 24 hours. All owners are mailed. If a server is running, the server does the work, otherwise this command.

  npm run admin:reset -- NAME

NAME is the username. DATA_DIR is the path of the data folder (default: ./data).
`;

const { positionals } = readCommandLine(HELP, {});
const [username, ...more] = positionals;
if (!username || more.length > 0) refuseCommandLine('Give one username.', HELP);

await operate({ command: 'admin-reset', names: [username] }, false);
