import '../process/needs-node.js';
import type { Waiting } from '../api/boosts/payment-desk.service.js';
import { refuseToStart } from '../process/refuse-to-start.js';
import { readCommandLine, readingWords } from './command-line.js';
import { operate } from './operate.js';
import { waitingLines } from './payments-text.js';
import { PAYMENT_OPTIONS, wishOf } from './payments-words.js';

const HELP = `Lists the payments that need an admin, and settles them. If a server is running, the server does the work, otherwise this
command.

  npm run payments -- list [--json]
  npm run payments -- grant REF --admin NAME [--note TEXT]
  npm run payments -- refund REF --admin NAME [--amount N]
  npm run payments -- resolve REF --admin NAME --decline REASON
  npm run payments -- resolve REF|EVENT --admin NAME --dismiss NOTE
  npm run payments -- resolve REF --admin NAME --warnings NOTE
  npm run payments -- resolve REF --admin NAME --dispute ID --keep|--revoke [--note TEXT]

list      parked payments, open refund requests, refunds that failed or were rejected, open and lost disputes, warnings of
          fraud, and events of the payment provider that could not be acted on; nothing that is settled
grant     grants a parked payment, as it was started
refund    gives back N in the smallest unit of the currency, by default all that is left; settles a parked payment, too.
          The server asks the payment provider for it: if it is not running, at its next start
resolve   declines a refund request, dismisses a parked payment, a parked event or all warnings of fraud of a payment, or
          decides whether the boost of a lost dispute is kept

REF is our reference of the payment, EVENT the provider's id of an event. NAME is the name of the admin who decides: 1 to 64 letters, digits, dots, hyphens and
underscores, and no address. It stands in the event log. The exit code is 1 if the command failed, and 2 for wrong arguments.
DATA_DIR is the path of the data folder (default: ./data).
`;

const { values, positionals } = readCommandLine(HELP, PAYMENT_OPTIONS);
const wish = readingWords(HELP, () => wishOf(values, positionals));

if (wish === 'list') {
  await operate({ command: 'payments', names: [] }, false, ([line = '']) => {
    const lines = values.json ? [line] : waitingLines(JSON.parse(line) as Waiting);
    process.stdout.write(`${lines.join('\n')}\n`);
  }).catch(refuseToStart);
} else {
  await operate({ command: 'payments', names: [JSON.stringify(wish)] }, false).catch(refuseToStart);
}
