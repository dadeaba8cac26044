import { projections } from '../projections/projections.js';
import { readCommandLine, refuseCommandLine } from './command-line.js';
import { dryRun } from './dry-run.js';
import { operate, operateStepwise } from './operate.js';

const NAMES = projections.map(({ name }) => name);

const HELP = `Builds views again from the event log, beside the present ones, and then switches to them. If a server is running, the
server does the work and keeps answering requests, otherwise this command.

  npm run rebuild -- <view> [<view> …]
  npm run rebuild -- --all
  npm run rebuild -- <view> --dry-run

--dry-run builds a view beside the present one, compares both, lists the differences and throws the build away. The exit
code is then 1 if there are differences.

Views: ${NAMES.join(', ')}
DATA_DIR is the path of the data folder (default: ./data).
`;

const { values, positionals } = readCommandLine(HELP, {
  all: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
});
const wanted = values.all ? NAMES : positionals;
const unknown = wanted.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) refuseCommandLine(`There is no view named ${unknown.join(', ')}.`, HELP);
if (wanted.length === 0) refuseCommandLine('Name the views to build, or use --all.', HELP);

const isDry = values['dry-run'] === true;
const [view = '', ...others] = wanted;
if (isDry && others.length > 0) refuseCommandLine('Name one view for a dry run.', HELP);

await (isDry
  ? operateStepwise(false, (ask) => dryRun(view, ask))
  : operate({ command: 'rebuild', names: wanted }, false));
