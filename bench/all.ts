import { execFileSync } from 'node:child_process';
import { cp, mkdtemp } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { likesUnderLoad } from './all/likes.js';
import type { Builds, Plan, Prepared } from './all/plan.js';
import { readsUnderLoad } from './all/reads.js';
import { startBareNest } from './all/bare-nest.js';
import { type SideName, Table } from './all/table.js';
import { type Checkout, HERE, checkoutIn } from './checkout.js';
import { pinSides, unpinSides } from './cores.js';
import type * as filledBoard from './filled-board.js';
import type * as growth from './growth.js';
import { type Filled, measured } from './growth.js';
import type * as stages from './likes/stage.js';
import type * as longLog from './long-log.js';
import type * as rebuild from './rebuild.js';
import { type Bench, inScratchFolder } from './scratch.js';
import { startFootnote, viewsComplete } from './server-process.js';
import { timeToReady } from './start.js';

const ROUNDS = 5;

const LONG: Plan = {
  events: 100_000,
  seconds: 2,
  presses: { each: 32, alone: 400 },
  loadSeconds: 60,
  rebuilt: 1_000_000,
  questions: 1000,
};
const SHORT: Plan = {
  events: 20_000,
  seconds: 1,
  presses: { each: 14, alone: 100 },
  loadSeconds: 10,
  rebuilt: 100_000,
  questions: 300,
};

/**
 * One table of the most important figures: the least possible work, this build, and another checkout if there is one. The
 * sides take turns in each of five rounds. Each build writes its data with its own code. What an older one cannot measure is
 * measured here alone.
 */
export const benchAll: Bench = (print, { isShort = false, beside }) =>
  inScratchFolder(async (folder) => {
    const plan = isShort ? SHORT : LONG;
    const checkouts: Builds<Checkout> = { ours: HERE, ...(beside && { before: checkoutIn(beside) }) };
    const table = new Table(beside !== undefined);
    const measure = async (name: string, part: (hasBefore: boolean, rows: Table) => Promise<void>) => {
      print(`${name} …`);
      const rows = new Table(false);
      try {
        await part(beside !== undefined, rows);
      } catch (error) {
        if (!beside) throw error;
        print(`  without the other checkout: ${(error as Error).message}`);
        rows.rows.length = 0;
        await part(false, rows);
      }
      table.rows.push(...rows.rows);
    };
    const pinned = pinSides();
    print(`${pinned}; not for rebuilds and starts`);
    print('data …');
    const prepared = await each(checkouts, (checkout, name) =>
      prepare(path.join(folder, name), checkout, plan.events),
    );
    const copy = path.join(folder, 'bare');
    await cp(prepared.ours.dataDir, copy, { recursive: true });
    const of = <Of>({ ours, before }: Builds<Of>, hasBefore: boolean): Builds<Of> =>
      hasBefore && before ? { ours, before } : { ours };
    await measure('likes', (both, rows) => likesUnderLoad(of(prepared, both), copy, plan, rows));
    await measure('reads', (both, rows) => readsUnderLoad(of(prepared, both), plan, rows));
    await measure('boards', (both, rows) => boards(folder, of(checkouts, both), plan, rows));
    unpinSides();
    await measure('starts', (both, rows) => starts(of(prepared, both), rows));
    await measure('rebuilds', (both, rows) => rebuilds(folder, of(checkouts, both), plan, rows));
    print('');
    for (const line of [...table.lines(), '', machine(pinned, checkouts)]) print(line);
    return { rows: table.rows };
  });

/** Does the same for each build. */
async function each<Of, Result>(
  { ours, before }: Builds<Of>,
  work: (of: Of, name: SideName) => Promise<Result>,
): Promise<Builds<Result>> {
  const result = await work(ours, 'ours');
  return { ours: result, ...(before && { before: await work(before, 'before') }) };
}

async function prepare(dataDir: string, checkout: Checkout, events: number): Promise<Prepared> {
  const { setStage } = await checkout.bench<typeof stages>('likes/stage.js');
  const stage = await setStage(dataDir, events, `${dataDir}.ndjson`);
  const first = await startFootnote(dataDir, {}, { checkout });
  await viewsComplete(first);
  await first.stop();
  return { checkout, dataDir, stage };
}

async function starts(prepared: Builds<Prepared>, table: Table): Promise<void> {
  const seconds = { limit: [] as number[][], ours: [] as number[][], before: [] as number[][] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = performance.now();
    const bare = await startBareNest();
    seconds.limit.push([(performance.now() - begin) / 1000]);
    await bare.stop();
    await each(prepared, async ({ dataDir, checkout }, name) => {
      seconds[name].push([(await timeToReady(dataDir, checkout)) / 1000]);
    });
  }
  table.add('ready after the start of the process, against bare Nest, s', seconds);
}

async function rebuilds(
  parent: string,
  builds: Builds<Checkout>,
  { rebuilt }: Plan,
  table: Table,
): Promise<void> {
  const folder = await mkdtemp(path.join(parent, 'rebuilds-'));
  const sides = await each(builds, async (checkout, name) => {
    const { writeLongLog } = await checkout.bench<typeof longLog>('long-log.js');
    const { measuredRebuild } = await checkout.bench<typeof rebuild>('rebuild.js');
    const dataDir = path.join(folder, name);
    const events = await writeLongLog(dataDir, rebuilt);
    return (...views: Parameters<typeof measuredRebuild>[2][]) => measuredRebuild(dataDir, events, ...views);
  });
  const rates = { limit: [] as number[][], ours: [] as number[][], before: [] as number[][] };
  const memory = { ours: [] as number[][], before: [] as number[][] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.limit.push([(await sides.ours([])).perSecond]);
    await each(sides, async (run, name) => {
      const { perSecond, megabytes } = await run();
      rates[name].push([perSecond]);
      memory[name as 'ours' | 'before'].push([megabytes]);
    });
  }
  table.add('rebuild of all views against read and decode, events/s', rates);
  table.add('memory of a rebuild, MB', memory, (values) => Math.max(...values));
}

async function boards(
  parent: string,
  builds: Builds<Checkout>,
  { questions: rounds }: Plan,
  table: Table,
): Promise<void> {
  const folder = await mkdtemp(path.join(parent, 'boards-'));
  const filled = await each(builds, async (checkout, name): Promise<readonly Filled[]> => {
    const { fillBoard } = await checkout.bench<typeof filledBoard>('filled-board.js');
    const { QUESTIONS } = await checkout.bench<Partial<typeof growth>>('growth.js');
    const sizes = [1000, 100_000].map(async (size) => {
      const dataDir = path.join(folder, `${name}-${size}`);
      const board = await fillBoard(dataDir, size, { queries: rounds, boosts: 0 });
      return { dataDir, board, checkout, ...(QUESTIONS && { questions: QUESTIONS }) };
    });
    return Promise.all(sizes);
  });
  const names = ['deep page', 'search, common'];
  const [ours, oursLarge, before, beforeLarge] = await measured(
    [...filled.ours, ...(filled.before ?? [])],
    names,
    rounds,
  );
  for (const name of names) {
    const grown = (small: typeof ours, large: typeof ours) => [
      [(large?.[name]?.p50 ?? Number.NaN) / (small?.[name]?.p50 ?? Number.NaN)],
    ];
    table.add(`${name}: p50 at 100 k posts to 1 k`, {
      limit: [[1]],
      ours: grown(ours, oursLarge),
      before: grown(before, beforeLarge),
    });
  }
}

/** With what the figures were measured. */
function machine(pinned: string, { before }: Builds<Checkout>): string {
  const commits = [HERE, ...(before ? [before] : [])].map(({ folder }) => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
    try {
      return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain') ? ' with changes' : ''}`;
    } catch {
      return 'an unknown commit';
    }
  });
  const [commit, other] = commits;
  const memory = Math.round(totalmem() / 1e9);
  return (
    `Measured on ${commit}${other ? ` beside ${other}` : ''}, Node ${process.version}, ${cpus().length} cores ` +
    `(${cpus()[0]?.model ?? 'unknown'}), ${memory} GB; ${pinned}.`
  );
}
