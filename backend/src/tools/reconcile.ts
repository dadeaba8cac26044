import '../needs-node.js';
import type { ReconciliationReport } from '../reactions/reconciliation/report.js';
import { refuseToStart } from '../refuse-to-start.js';
import { readCommandLine, refuseCommandLine } from './command-line.js';
import { operate } from './operate.js';
import { reportLines } from './reconcile-text.js';

const HELP = `Compares the payment provider with the event log, in both directions, and lists every difference. If a server is running,
the server does the work, otherwise this command.

  npm run reconcile -- --since DATE
  npm run reconcile -- --since DATE --json    prints one JSON object

DATE is a date (2026-11-01, the start of that day in UTC) or a time (2026-11-01T12:00:00Z). What is younger than an hour is
pending. Events of the last 30 days that did not arrive are added to the log. For older differences, an observation is added.
Reactions then act on both: if no server is running, at its next start.

The exit code is 1 if there are differences or the command failed, 0 if there are none, and 2 for wrong arguments.
DATA_DIR is the path of the data folder (default: ./data).
`;

const { values, positionals } = readCommandLine(HELP, {
  since: { type: 'string' },
  json: { type: 'boolean' },
});
const [unknown] = positionals;
if (unknown !== undefined) refuseCommandLine(`Unknown argument: ${unknown}`, HELP);
if (values.since === undefined) refuseCommandLine('--since is missing.', HELP);
const since = timeOf(values.since);
if (since === null) refuseCommandLine(`This is not a date: ${values.since}`, HELP);
if (since.getTime() > Date.now()) refuseCommandLine('The date is in the future.', HELP);

await operate({ command: 'reconcile', names: [since.toISOString()] }, false, ([line = '']) => {
  const report = JSON.parse(line) as ReconciliationReport;
  const lines = values.json ? [line] : reportLines(report);
  process.stdout.write(`${lines.join('\n')}\n`);
  if (report.differences.length > 0) process.exitCode = 1;
}).catch(refuseToStart);

/** Null for anything but an existing date, or a time with its zone. */
function timeOf(text: string): Date | null {
  const [, day] =
    /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? [];
  const time = new Date(text);
  if (day === undefined || Number.isNaN(time.getTime())) return null;
  // The 31st of June would become the 1st of July.
  return new Date(day).toISOString().startsWith(day) ? time : null;
}
