import '../needs-node.js';
import { projections } from '../projections/projections.js';
import { refuseToStart } from '../refuse-to-start.js';
import { readCommandLine, refuseCommandLine } from './command-line.js';
import { operate } from './operate.js';

const NAMES = projections.map(({ name }) => name);

const HELP = `Builds read models again from the log, beside the present ones, and switches to them. A running server does it by
itself and goes on answering; with none running it is done here.

  npm run rebuild -- <view> [<view> …]
  npm run rebuild -- --all

Views: ${NAMES.join(', ')}
DATA_DIR names the data folder (./data).
`;

const { values, positionals } = readCommandLine(HELP, { all: { type: 'boolean' } });
const wanted = values.all ? NAMES : positionals;
const unknown = wanted.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) refuseCommandLine(`There is no view named ${unknown.join(', ')}.`, HELP);
if (wanted.length === 0) refuseCommandLine('Which views?', HELP);

await operate({ command: 'rebuild', names: wanted }, false).catch(refuseToStart);
