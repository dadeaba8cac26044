import { readCommandLine, readingWords } from './command-line.js';
import { operate } from './operate.js';
import { PAYMENT_OPTIONS, wishOf } from './argument-values.js';

const HELP = `Decides about payments in an emergency; the back office has all payments and everything else. If a server is running, the
server does the work, otherwise this command.

  npm run payments -- grant REF --admin NAME "REASON"
  npm run payments -- refund REF --admin NAME [--amount N] "REASON"
  npm run payments -- observe REF|OBJECT --admin NAME
  npm run payments -- settle OBJECT --admin NAME "REASON"

grant     grants a parked payment, as it was started
refund    gives back N in the smallest unit of the currency, by default all that is left; settles a parked payment, too.
          All owners get a mail. The server asks the payment provider for the refund: if it is not running, at its next start
observe   asks the payment provider again for a payment that is not confirmed, or for an object that the last reconciliation
          has listed, as soon as the server runs
settle    records that a difference of the last reconciliation was resolved elsewhere, parked events included. It comes back if
          it changes at the provider or in the log

OBJECT is the id of a charge, refund, dispute or event at the provider. REF is our reference of the payment. NAME is the name
of the admin who decides: 1 to 64 letters, digits, dots, hyphens and underscores, and no address. NAME and REASON stand in the
event log. The exit code is 1 if the command failed, and 2 for wrong arguments. DATA_DIR is the path of the data folder
(default: ./data).
`;

const { values, positionals } = readCommandLine(HELP, PAYMENT_OPTIONS);
const wish = readingWords(HELP, () => wishOf(values, positionals));
await operate({ command: 'payments', names: [JSON.stringify(wish)] }, false);
