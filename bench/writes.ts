import { cp } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPeer } from './likes/peer.js';
import { onOnePost, type Press, Presser, pressFor, roundThePosts } from './likes/pressing.js';
import { setStage, type Stage } from './likes/stage.js';
import { visibility } from './likes/visibility.js';
import { type Bench, inScratchFolder, median, quantile, rate } from './scratch.js';
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
      Object.entries(servers).map(async ([side, server]) => ({
        side: side as Side,
        server,
        pressers: await Presser.connect(server.url, stage.people, press(stage)),
        rounds: [] as Round[],
      })),
    );
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const { server, pressers, rounds } of sides) {
        const measured = await measureRound(server, pressers, seconds);
        // The first round warms up.
        if (round > 0) rounds.push(measured);
      }
    }
    for (const { pressers } of sides) for (const presser of pressers) presser.close();
    figures[name] = tellLikes(name, sides, print);
  }
  return figures;
}

interface Round {
  readonly perSecond: number;
  /** Microseconds of processor time in the server's own process for each like, with the work that is left over. */
  readonly cpuUs: number;
}

async function measureRound(
  server: ServerProcess,
  pressers: readonly Presser[],
  seconds: number,
): Promise<Round> {
  const before = await server.cpuMs();
  const { count, perSecond } = await pressFor(pressers, seconds);
  await sleep(REST_MS);
  return { perSecond, cpuUs: (((await server.cpuMs()) - before) * 1000) / count };
}

function tellLikes(
  name: string,
  sides: readonly { readonly side: Side; readonly rounds: readonly Round[] }[],
  print: Print,
): Record<string, number> {
  const figures: Record<string, number> = {};
  const ours = sides.find(({ side }) => side === 'ours')?.rounds ?? [];
  print(name);
  for (const { side, rounds } of sides) {
    const perSecond = median(rounds.map((round) => round.perSecond));
    const cpuUs = median(rounds.map((round) => round.cpuUs));
    figures[`${side}PerSecond`] = perSecond;
    figures[`${side}CpuUs`] = cpuUs;
    const ratio = median(
      ours.map((round, index) => round.perSecond / (rounds[index]?.perSecond ?? Number.NaN)),
    );
    if (side !== 'ours') figures[`oursTo${side === 'bare' ? 'Bare' : 'Peer'}`] = ratio;
    const compared = side === 'ours' ? '' : `   ours to this ${ratio.toFixed(2)}`;
    const cpu = side === 'peer' ? ', PostgreSQL aside' : '';
    print(
      `  ${side}  ${rate(perSecond)} likes/s ${cpuUs.toFixed(0).padStart(6)} us of CPU a like${cpu}${compared}`,
    );
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
