import type { ReconciliationReport } from '../reactions/reconciliation/report.js';
import { UsageError, readCommandLine, readingWords } from './command-line.js';
import { operate } from './operate.js';
import { reportLines } from './reconcile-text.js';
import { sinceOf } from './argument-values.js';

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
const since = readingWords(HELP, () => {
  const [unknown] = positionals;
  if (unknown !== undefined) throw new UsageError(`Unknown argument: ${unknown}`);
  return sinceOf(values.since, new Date());
});

await operate({ command: 'reconcile', names: [since.toISOString()] }, false, ([line = '']) => {
  const report = JSON.parse(line) as ReconciliationReport;
  const lines = values.json ? [line] : reportLines(report);
  process.stdout.write(`${lines.join('\n')}\n`);
  if (report.differences.length > 0) process.exitCode = 1;
});
