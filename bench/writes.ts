import { cp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPeer } from './likes/peer.js';
import { type Press, Presser, onOnePost, pressesPerSecond, roundThePosts } from './likes/pressing.js';
import { type Stage, setStage } from './likes/stage.js';
import { visibility } from './likes/visibility.js';
import type { Bench } from './main.js';
import { inScratchFolder, median, quantile, rate } from './scratch.js';
import { type ServerProcess, startFootnote, startServer, viewsComplete } from './server-process.js';

const EVENTS = 100_000;
const SECONDS = 2;
const ROUNDS = 5;
/** Between two measurements, so that one server's left-over work falls on none of the others. */
const REST_MS = 500;
const PRESSES = 200;
const PRESSES_MS = 20_000;
const WATCHED = { 1: 400, 64: 12 } as const;

type Print = (line: string) => void;

const CASES = {
  '64 users on 64 posts': roundThePosts,
  '64 users on one post': onOnePost,
} satisfies Readonly<Record<string, (stage: Stage) => Press>>;

/**
 * Durable likes per second over HTTP by 64 signed-in people, beside a bare loop that does the same durable work and
 * beside NestJS with TypeORM and PostgreSQL; what one press of a heart takes that was pressed before ever so often;
 * and how long after a press another client sees it. Every press changes something: it appends an event.
 */
export const benchWrites: Bench = (print, { events = EVENTS, seconds = SECONDS }) =>
  inScratchFolder(async (folder) => {
    const dataDir = path.join(folder, 'ours');
    const rows = path.join(folder, 'rows.ndjson');
    const stage = await setStage(dataDir, events, rows);
    print(`${stage.events.toLocaleString('en')} events before the first request`);
    const servers = await startSides(folder, dataDir, rows, print);
    try {
      const likes = await measureLikes(servers, stage, seconds, print);
      const { ours } = servers;
      const presses = await measurePresses(ours, stage, print);
      return { events: stage.events, likes, presses, visible: await measureVisibility(ours, stage, print) };
    } finally {
      for (const { stop } of Object.values(servers)) await stop();
    }
  });

type Side = 'ours' | 'bare' | 'peer';
type Servers = { readonly ours: ServerProcess } & Partial<Readonly<Record<Side, ServerProcess>>>;

/** The real server, then the bare loop on a copy of what that has built, and the peer where it runs. */
async function startSides(folder: string, dataDir: string, rows: string, print: Print): Promise<Servers> {
  const first = await startFootnote(dataDir);
  await viewsComplete(first);
  await first.stop();
  const copy = path.join(folder, 'bare');
  await cp(dataDir, copy, { recursive: true });
  const program = fileURLToPath(new URL('./likes/bare-loop.process.js', import.meta.url));
  const ours = await startFootnote(dataDir);
  const bare = await startServer([program, copy], {});
  try {
    const { versions, ...peer } = await startPeer(folder, rows);
    print(`peer: NestJS, TypeORM and ${versions}, fsync on`);
    return { ours, bare, peer };
  } catch (error) {
    print(`without the peer: ${(error as Error).message}`);
    return { ours, bare };
  }
}

async function measureLikes(servers: Servers, stage: Stage, seconds: number, print: Print) {
  const figures: Record<string, Record<string, number>> = {};
  for (const [name, press] of Object.entries(CASES)) {
    const sides = await Promise.all(
      Object.entries(servers).map(async ([side, { url }]) => ({
        side,
        pressers: await Presser.connect(url, stage.people, press(stage)),
        rates: [] as number[],
      })),
    );
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const { pressers, rates } of sides) {
        const perSecond = await pressesPerSecond(pressers, seconds);
        // The first round warms up.
        if (round > 0) rates.push(perSecond);
        await sleep(REST_MS);
      }
    }
    for (const { pressers } of sides) for (const presser of pressers) presser.close();
    figures[name] = tellLikes(name, Object.fromEntries(sides.map(({ side, rates }) => [side, rates])), print);
  }
  return figures;
}

function tellLikes(
  name: string,
  rates: Readonly<Partial<Record<Side, readonly number[]>>>,
  print: Print,
): Record<string, number> {
  const figures: Record<string, number> = {};
  print(name);
  for (const [side, perSecond = []] of Object.entries(rates)) {
    figures[`${side}PerSecond`] = median(perSecond);
    const ratio = median((rates.ours ?? []).map((ours, round) => ours / (perSecond[round] ?? Number.NaN)));
    if (side !== 'ours') figures[`oursTo${side === 'bare' ? 'Bare' : 'Peer'}`] = ratio;
    const compared = side === 'ours' ? '' : `   ours to this ${ratio.toFixed(2)}`;
    print(`  ${side}  ${rate(median(perSecond))} likes/s${compared}`);
  }
  return figures;
}

/** One person presses the hearts in turns, so that a slow moment of the machine falls on all of them alike. */
async function measurePresses({ url }: ServerProcess, { people, pressed }: Stage, print: Print) {
  const hearts = await Promise.all(
    pressed.map(async ({ presses, postId }) => {
      const press: Press = (_, turn) => ({ postId, likes: turn % 2 === 0 });
      const [presser] = await Presser.connect(url, people.slice(0, 1), press);
      return { presses, presser, times: [] as number[] };
    }),
  );
  const end = performance.now() + PRESSES_MS;
  let turns = 0;
  for (; turns < PRESSES && performance.now() < end; turns += 1) {
    for (const { presser, times } of hearts) {
      const begin = performance.now();
      await presser?.next();
      times.push(performance.now() - begin);
    }
  }
  for (const { presser } of hearts) presser?.close();
  const medians = hearts.map(({ presses, times }) => [presses, quantile(times, 0.5)] as const);
  const ratio = (medians.at(-1)?.[1] ?? Number.NaN) / (medians[0]?.[1] ?? Number.NaN);
  print(`one press of a heart, p50 of the next ${turns}`);
  for (const [presses, p50] of medians) {
    print(`  after ${presses.toLocaleString('en').padStart(6)} presses ${inMs(p50)}`);
  }
  print(`  last to first ${ratio.toFixed(2)}`);
  return { p50Ms: Object.fromEntries(medians), turns, ratio };
}

async function measureVisibility({ url }: ServerProcess, stage: Stage, print: Print) {
  const figures: Record<string, Record<string, number>> = {};
  print('another client sees a press, from the answer (and from before it was asked)');
  for (const writers of [1, 64] as const) {
    const { sinceAnswer, sincePress } = await visibility(url, stage, writers, WATCHED[writers]);
    const [p50, p99] = [quantile(sinceAnswer, 0.5), quantile(sinceAnswer, 0.99)];
    const [pressP50, pressP99] = [quantile(sincePress, 0.5), quantile(sincePress, 0.99)];
    print(
      `  ${String(writers).padStart(2)} writers: p50 ${inMs(p50)}, p99 ${inMs(p99)} (${inMs(pressP50)}, ${inMs(pressP99)})`,
    );
    figures[`writers${writers}`] = { p50, p99, pressP50, pressP99 };
  }
  return figures;
}

function inMs(milliseconds: number): string {
  return `${milliseconds.toFixed(2).padStart(8)} ms`;
}
