import { readCommandLine, refuseCommandLine } from '@footnote/backend/tools/command-line.js';
import { benchAppend } from './append.js';
import { benchEngines } from './engines.js';
import { benchEnumeration } from './enumeration.js';
import { benchGrowth } from './growth.js';
import { benchRebuild } from './rebuild.js';

/** A bench prints its lines as it goes and answers its figures. */
export type Bench = (print: (line: string) => void) => Promise<Record<string, unknown>>;

const BENCHES: Readonly<Record<string, { says: string; run: Bench }>> = {
  append: { says: 'fully synced appends per second, beside a bare SQLite loop', run: benchAppend },
  engines: { says: 'every pairing of log and documents, as ratios to the embedded one', run: benchEngines },
  enumeration: {
    says: 'whether times tell which addresses have accounts, as AUC of each call',
    run: benchEnumeration,
  },
  growth: { says: 'pages of the board and searches with 1 k to 1 M posts, p50 and p99', run: benchGrowth },
  rebuild: { says: 'events per second of a rebuild of three views from 300,000 events', run: benchRebuild },
};

const HELP = `Measures the engine on this machine.

  npm run bench -- <name> [--json]

${Object.entries(BENCHES)
  .map(([name, { says }]) => `  ${name.padEnd(12)}${says}`)
  .join('\n')}

  --json     as the last line, the figures as one JSON object
  --help     this text
`;

const { values, positionals } = readCommandLine(HELP, { json: { type: 'boolean' } });
const [name = ''] = positionals;
const bench = BENCHES[name];
if (!bench) refuseCommandLine(name === '' ? 'Which bench?' : `There is no bench named ${name}.`, HELP);

const figures = await bench.run((line) => process.stdout.write(`${line}\n`));
if (values.json) process.stdout.write(`${JSON.stringify({ bench: name, ...figures })}\n`);
