import { readCommandLine, refuseCommandLine } from './command-line.js';
import { operate } from './operate.js';

const HELP = `Retries at once the events that a reaction could not handle, for example mails that could not be sent: waiting events and
parked events. Without a name it does so for all reactions, and decodes the events in quarantine again. If a server is
running, the server does the work, otherwise this command. The exit code is 1 if events are left.

  npm run retry
  npm run retry -- <reaction>

/health lists the reactions. DATA_DIR is the path of the data folder (default: ./data).
`;

const { positionals } = readCommandLine(HELP, {});
if (positionals.length > 1) refuseCommandLine('Name one reaction, or none to retry all of them.', HELP);

await operate({ command: 'retry', names: positionals }, true);
