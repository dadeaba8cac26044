import { readCommandLine, refuseCommandLine } from '@footnote/backend/tools/command-line.js';
import { benchAll } from './all.js';
import { benchAppend } from './append.js';
import { benchAudit } from './audit.js';
import { benchAsOf } from './as-of.js';
import { benchLighthouse } from './lighthouse.js';
import { benchPairings } from './pairings.js';
import { benchCopies } from './copies.js';
import { pinSides } from './cores.js';
import { benchEnumeration } from './enumeration.js';
import { benchEventStore } from './eventstore.js';
import { benchExports } from './exports.js';
import { benchFulfilment } from './fulfilment.js';
import { benchGrowth } from './growth.js';
import { benchPhotos } from './photos.js';
import { benchQueue } from './queue.js';
import { benchReads } from './reads.js';
import { benchRebuild } from './rebuild.js';
import { benchSoak } from './soak.js';
import { benchSsr } from './ssr.js';
import { benchStart } from './start.js';
import type { Bench } from './scratch.js';
import { benchVisible } from './visible.js';
import { benchWaits } from './waits.js';
import { benchWrites } from './writes.js';

interface Row {
  readonly says: string;
  readonly run: Bench;
  /**
   * Its servers have one core, and the load another one. Others are not pinned: they start no server, or measure work that
   * uses several threads or processes by design. `all` pins some of its parts.
   */
  readonly isPinned?: true;
}

const BENCHES: Readonly<Record<string, Row>> = {
  all: {
    says: 'one table of the most important figures, with their limits; with --beside also those of another checkout',
    run: benchAll,
  },
  append: { says: 'synced appends per second, compared with a bare SQLite loop', run: benchAppend },
  audit: {
    says: 'the audit trail: its bytes, pages of each filter with query plans, rebuilds and likes without it',
    run: benchAudit,
  },
  'as-of': { says: 'a post as of a moment, by the number of its events, and the board', run: benchAsOf },
  pairings: {
    says: 'every pairing of log and document store, as ratios to SQLite + SQLite',
    run: benchPairings,
  },
  copies: {
    says: 'how many mirrored, turned, cropped and framed copies of blocked pictures are found, and how many strangers',
    run: benchCopies,
  },
  enumeration: {
    says: 'whether response times reveal which addresses have accounts, as AUC of each call',
    run: benchEnumeration,
  },
  eventstore: {
    says: 'appends per second on EventStoreDB, compared with the bare client',
    run: benchEventStore,
  },
  exports: {
    says: 'how long the board takes while files are generated: audit files, exports of members',
    run: benchExports,
  },
  fulfilment: {
    says: 'grants a second, and from payment to boost, with a provider that takes 5, 50 and 250 ms',
    run: benchFulfilment,
  },
  growth: {
    says: 'reads of a board with 1 k to 1 M posts over HTTP, without and with boosts, p50 and p99; the memory after all pages',
    run: benchGrowth,
    isPinned: true,
  },
  lighthouse: {
    says: 'scores of home, board and post on a phone, beside the same pages without scripts, and their first text on slow 3G',
    run: benchLighthouse,
  },
  photos: {
    says: 'the memory and time of photos at the limit of their kind: one, three at once, and a square of one',
    run: benchPhotos,
  },
  queue: {
    says: 'the CPU of ten photos to rate at 100 k posts; how soon a new post has five votes, before and after',
    run: benchQueue,
  },
  reads: {
    says: 'public reads per second, kept and composed, beside likes and for new connections; the bare server of Node and a peer',
    run: benchReads,
    isPinned: true,
  },
  rebuild: {
    says: 'rebuilds of views compared with reading alone, their memory, and requests during one',
    run: benchRebuild,
  },
  soak: {
    says: 'the memory of the server under a mixed load of reads and likes, by kind',
    run: benchSoak,
    isPinned: true,
  },
  ssr: {
    says: 'pages that the server renders: kept and rendered, memory after 10,000 different ones, likes beside them',
    run: benchSsr,
  },
  start: {
    says: 'time from process start to ready, with a long and with an empty log; the first start with a log',
    run: benchStart,
  },
  visible: {
    says: 'the time from the response to a press until another client sees it, compared with a bare loop',
    run: benchVisible,
    isPinned: true,
  },
  waits: {
    says: 'how long a signed-in person waits while 16 visitors ask for the most expensive pages',
    run: benchWaits,
  },
  writes: {
    says: 'likes per second over HTTP, compared with a bare loop and Nest with PostgreSQL',
    run: benchWrites,
    isPinned: true,
  },
};

const HELP = `Measures Footnote on this machine.

  npm run bench -- <name> [--events <count>] [--posts <count>] [--seconds <count>]
                          [--log stand-in] [--short] [--beside <folder>] [--json]

${Object.entries(BENCHES)
  .map(([name, { says }]) => `  ${name.padEnd(12)}${says}`)
  .join('\n')}

  --events   the number of events in the log before reads, soak, start, visible, waits and writes begin (100,000), and before
             audit and rebuild (1,000,000)
  --posts    the number of posts on the largest board of growth (1,000,000)
  --seconds  the length of each measurement under load (writes 2, waits 8, rebuild 10, soak 1200)
  --log      stand-in: writes compares likes on the stand-in for EventStoreDB, or on the server of EVENTSTORE_URL, with
             those on a log in files, and counts the calls to it (20,000 events before)
  --short    all takes less than 10 minutes on 2 cores: shorter measurements, a shorter log
  --beside   a folder with another commit of Footnote, built: all measures it in turns with this one
  --json     prints the figures as one JSON object in the last line
  --help     shows this

reads and writes include PostgreSQL if it is installed (Debian: apt-get install postgresql), in a folder of its own.
`;

const { values, positionals } = readCommandLine(HELP, {
  events: { type: 'string' },
  posts: { type: 'string' },
  seconds: { type: 'string' },
  log: { type: 'string' },
  short: { type: 'boolean' },
  beside: { type: 'string' },
  json: { type: 'boolean' },
});
const [name = ''] = positionals;
const bench = BENCHES[name];
if (!bench) refuseCommandLine(name === '' ? 'Which bench?' : `There is no bench named ${name}.`, HELP);

if (values.log !== undefined && values.log !== 'stand-in') {
  refuseCommandLine(`--log must be stand-in, not ${values.log}.`, HELP);
}

const print = (line: string) => process.stdout.write(`${line}\n`);
if (bench.isPinned && !values.log) print(pinSides());
const figures = await bench.run(print, {
  ...sizeOf('events'),
  ...sizeOf('posts'),
  ...sizeOf('seconds'),
  ...(values.log && { log: values.log }),
  ...(values.short && { isShort: true }),
  ...(values.beside && { beside: values.beside }),
});
if (values.json) process.stdout.write(`${JSON.stringify({ bench: name, ...figures })}\n`);

function sizeOf<Name extends 'events' | 'posts' | 'seconds'>(
  option: Name,
): { readonly [Key in Name]?: number } {
  const text = values[option];
  if (text === undefined) return {};
  const size = Number(text);
  if (!Number.isSafeInteger(size) || size < 1) {
    refuseCommandLine(`--${option} must be a whole number of at least 1, not ${text}.`, HELP);
  }
  return { [option]: size } as { readonly [Key in Name]?: number };
}
