import path from 'node:path';
import { startBeside } from './likes/bare-loop.js';
import { startPeer } from './likes/peer.js';
import { compareLogs } from './likes/log-server.js';
import { type Press, Presser, onOnePost, roundThePosts } from './likes/pressing.js';
import { type Round, measureRound } from './likes/round.js';
import { type Stage, setStage } from './likes/stage.js';
import { type Bench, inScratchFolder, median, quantile, rate } from './scratch.js';
import type { ServerProcess } from './server-process.js';

const EVENTS = 100_000;
/** They are appended to the server one after the other. */
const EVENTS_ON_SERVER = 20_000;
const SECONDS = 2;
const ROUNDS = 5;
const PRESSES = 200;
const PRESSES_MS = 20_000;

type Print = (line: string) => void;

const CASES = {
  '64 users on 64 posts': roundThePosts,
  '64 users on one post': onOnePost,
} satisfies Readonly<Record<string, (stage: Stage) => Press>>;

/**
 * Measures durable likes per second over HTTP by 64 signed-in people, compared with a bare loop that does the same durable
 * work and with NestJS, TypeORM and PostgreSQL; and the time of one press after more and more earlier presses of the same
 * heart. Every press appends an event. With a log on a server, it compares likes with those on a log in files instead.
 */
export const benchWrites: Bench = (print, { events: asked, seconds = SECONDS, log }) =>
  inScratchFolder(async (folder) => {
    if (log) return compareLogs(folder, asked ?? EVENTS_ON_SERVER, seconds, print);
    const events = asked ?? EVENTS;
    const dataDir = path.join(folder, 'ours');
    const rows = path.join(folder, 'rows.ndjson');
    const stage = await setStage(dataDir, events, rows);
    print(`${stage.events.toLocaleString('en')} events before the first request`);
    const servers = await startSides(folder, dataDir, rows, print);
    try {
      const likes = await measureLikes(servers, stage, seconds, print);
      const { ours } = servers;
      const presses = await measurePresses(ours, stage, print);
      return { events: stage.events, likes, presses };
    } finally {
      for (const { stop } of Object.values(servers)) await stop();
    }
  });

type Side = 'ours' | 'bare' | 'peer';
type Servers = { readonly ours: ServerProcess } & Partial<Readonly<Record<Side, ServerProcess>>>;

async function startSides(folder: string, dataDir: string, rows: string, print: Print): Promise<Servers> {
  const { ours, bare } = await startBeside(dataDir, path.join(folder, 'bare'));
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

/** One person presses the hearts in turns, so that a slow moment of the machine affects all of them equally. */
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

function inMs(milliseconds: number): string {
  return `${milliseconds.toFixed(2).padStart(8)} ms`;
}
