import '../process/needs-node.js';
import { projections } from '../projections/projections.js';
import { refuseToStart } from '../process/refuse-to-start.js';
import { readCommandLine, refuseCommandLine } from './command-line.js';
import { operate } from './operate.js';

const NAMES = projections.map(({ name }) => name);

const HELP = `Builds views again from the event log, beside the present ones, and then switches to them. If a server is running, the
server does the work and keeps answering requests, otherwise this command.

  npm run rebuild -- <view> [<view> …]
  npm run rebuild -- --all

Views: ${NAMES.join(', ')}
DATA_DIR is the path of the data folder (default: ./data).
`;

const { values, positionals } = readCommandLine(HELP, { all: { type: 'boolean' } });
const wanted = values.all ? NAMES : positionals;
const unknown = wanted.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) refuseCommandLine(`There is no view named ${unknown.join(', ')}.`, HELP);
if (wanted.length === 0) refuseCommandLine('Name the views to build, or use --all.', HELP);

await operate({ command: 'rebuild', names: wanted }, false).catch(refuseToStart);
