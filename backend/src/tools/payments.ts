import '../needs-node.js';
import type { PaymentAct } from '../control/payment-commands.js';
import type { Waiting } from '../api/boosts/payment-desk.service.js';
import { refuseToStart } from '../refuse-to-start.js';
import { readCommandLine, refuseCommandLine } from './command-line.js';
import { operate } from './operate.js';
import { waitingLines } from './payments-text.js';

const HELP = `Lists the payments that need an admin, and settles them. If a server is running, the server does the work, otherwise this
command.

  npm run payments -- list [--json]
  npm run payments -- grant REF --admin NAME [--note TEXT]
  npm run payments -- refund REF --admin NAME [--amount N]
  npm run payments -- resolve REF --admin NAME --decline REASON
  npm run payments -- resolve REF --admin NAME --dismiss NOTE
  npm run payments -- resolve REF --admin NAME --dispute ID --keep|--revoke [--note TEXT]

list      parked payments, open refund requests, open and lost disputes, warnings of fraud, and events of the payment
          provider that could not be acted on
grant     grants a parked payment, as it was started
refund    gives back N in the smallest unit of the currency, by default all that is left; settles a parked payment, too.
          The server asks the payment provider for it: if it is not running, at its next start
resolve   declines a refund request, dismisses a parked payment, or decides whether the boost of a lost dispute is kept

REF is our reference of the payment. NAME is the name of the admin who decides: 1 to 64 letters, digits, dots, hyphens and
underscores, and no address. It stands in the event log. The exit code is 1 if the command failed, and 2 for wrong arguments.
DATA_DIR is the path of the data folder (default: ./data).
`;

const { values, positionals } = readCommandLine(HELP, {
  json: { type: 'boolean' },
  admin: { type: 'string' },
  note: { type: 'string' },
  amount: { type: 'string' },
  decline: { type: 'string' },
  dismiss: { type: 'string' },
  dispute: { type: 'string' },
  keep: { type: 'boolean' },
  revoke: { type: 'boolean' },
});
type Option = keyof typeof values;

const [act, reference, ...more] = positionals;
if (act === undefined) refuseCommandLine('Name what to do: list, grant, refund or resolve.', HELP);
if (more.length > 0) refuseCommandLine(`Unknown argument: ${more.join(' ')}`, HELP);

if (act === 'list') {
  refuseOthers(['json']);
  if (reference !== undefined) refuseCommandLine('list takes no reference.', HELP);
  await operate({ command: 'payments', names: [] }, false, ([line = '']) => {
    const lines = values.json ? [line] : waitingLines(JSON.parse(line) as Waiting);
    process.stdout.write(`${lines.join('\n')}\n`);
  }).catch(refuseToStart);
} else {
  const names = [JSON.stringify(actOf(act))];
  await operate({ command: 'payments', names }, false).catch(refuseToStart);
}

function actOf(name: string): PaymentAct {
  if (!['grant', 'refund', 'resolve'].includes(name)) refuseCommandLine(`Unknown act: ${name}`, HELP);
  if (!reference) refuseCommandLine('The reference of the payment is missing.', HELP);
  const { admin = '', note = '' } = values;
  if (!/^[\w.-]{1,64}$/.test(admin)) refuseCommandLine('--admin is missing or not a name.', HELP);
  const by = { reference, admin };
  if (name === 'grant') {
    refuseOthers(['admin', 'note']);
    return { ...by, act: 'grant', note };
  }
  if (name === 'refund') {
    refuseOthers(['admin', 'amount']);
    return { ...by, act: 'refund', amount: amountOf(values.amount) };
  }
  return { ...by, ...resolutionOf(note) };
}

/** What resolve is to do. */
function resolutionOf(note: string) {
  const { decline, dismiss, dispute: disputeId, keep = false, revoke = false } = values;
  if ([decline, dismiss, disputeId].filter((way) => way !== undefined).length !== 1) {
    refuseCommandLine('resolve takes one of --decline, --dismiss and --dispute.', HELP);
  }
  if (disputeId !== undefined) {
    refuseOthers(['admin', 'dispute', 'keep', 'revoke', 'note']);
    if (keep === revoke) refuseCommandLine('--dispute takes either --keep or --revoke.', HELP);
    return { act: 'dispute', disputeId, boost: keep ? 'kept' : 'revoked', note } as const;
  }
  if (decline !== undefined) {
    refuseOthers(['admin', 'decline']);
    if (decline.trim() === '') refuseCommandLine('--decline needs a reason: the buyer sees it.', HELP);
    return { act: 'decline', reason: decline } as const;
  }
  refuseOthers(['admin', 'dismiss']);
  return { act: 'dismiss', note: dismiss ?? '' } as const;
}

function amountOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    refuseCommandLine('--amount is a whole number of the smallest unit, such as 199 for USD 1.99.', HELP);
  }
  return Number(text);
}

function refuseOthers(allowed: readonly Option[]): void {
  const wrong = (Object.keys(values) as Option[]).find((option) => !allowed.includes(option));
  if (wrong !== undefined) refuseCommandLine(`--${wrong} does not belong here.`, HELP);
}
