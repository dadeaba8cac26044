import { readCommandLine, refuseCommandLine } from '@footnote/backend/tools/command-line.js';
import { benchAppend } from './append.js';
import { benchPairings } from './pairings.js';
import { benchEnumeration } from './enumeration.js';
import { benchGrowth } from './growth.js';
import { benchRebuild } from './rebuild.js';
import { benchStart } from './start.js';
import type { Bench, Sizes } from './scratch.js';
import { benchWrites } from './writes.js';

const BENCHES: Readonly<Record<string, { says: string; run: Bench }>> = {
  append: { says: 'fully synced appends per second, beside a bare SQLite loop', run: benchAppend },
  pairings: { says: 'every pairing of log and documents, as ratios to the embedded one', run: benchPairings },
  enumeration: {
    says: 'whether times tell which addresses have accounts, as AUC of each call',
    run: benchEnumeration,
  },
  growth: { says: 'pages of the board and searches with 1 k to 1 M posts, p50 and p99', run: benchGrowth },
  rebuild: {
    says: 'a rebuild of all views beside reading alone, its memory, and requests beside it',
    run: benchRebuild,
  },
  start: {
    says: 'time from the start of the process to ready, with a long log and without one',
    run: benchStart,
  },
  writes: {
    says: 'likes per second over HTTP, beside a bare loop and Nest with PostgreSQL; presses; visibility',
    run: benchWrites,
  },
};

const HELP = `Measures the testKernel on this machine.

  npm run bench -- <name> [--events <count>] [--seconds <count>] [--json]

${Object.entries(BENCHES)
  .map(([name, { says }]) => `  ${name.padEnd(12)}${says}`)
  .join('\n')}

  --events   how long a history start, writes and rebuild begin with (100,000)
  --seconds  how long each measurement under load lasts (writes 2, rebuild 10)
  --json     as the last line, the figures as one JSON object
  --help     this text

writes compares with PostgreSQL where that is installed (Debian: apt-get install postgresql), in a folder of its own.
`;

const { values, positionals } = readCommandLine(HELP, {
  events: { type: 'string' },
  seconds: { type: 'string' },
  json: { type: 'boolean' },
});
const [name = ''] = positionals;
const bench = BENCHES[name];
if (!bench) refuseCommandLine(name === '' ? 'Which bench?' : `There is no bench named ${name}.`, HELP);

const figures = await bench.run((line) => process.stdout.write(`${line}\n`), {
  ...sizeOf('events'),
  ...sizeOf('seconds'),
});
if (values.json) process.stdout.write(`${JSON.stringify({ bench: name, ...figures })}\n`);

function sizeOf<Name extends keyof Sizes>(option: Name): { readonly [Key in Name]?: number } {
  const text = values[option];
  if (text === undefined) return {};
  const size = Number(text);
  if (!Number.isSafeInteger(size) || size < 1) {
    refuseCommandLine(`--${option} takes a whole number from 1 up, not ${text}.`, HELP);
  }
  return { [option]: size } as { readonly [Key in Name]?: number };
}
