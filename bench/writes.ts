import path from 'node:path';
import { startBeside } from './likes/bare-loop.js';
import { startPeer } from './likes/peer.js';
import { compareLogs } from './likes/log-server.js';
import { type Press, Presser, onOnePost, roundThePosts } from './likes/pressing.js';
import { countWork } from './likes/counts.js';
import { type Round, type Side, likeRounds } from './likes/round.js';
import { type Stage, setStage } from './likes/stage.js';
import { type Bench, inScratchFolder, median, quantile, rate } from './scratch.js';
import type { ServerProcess } from './server-process.js';

const EVENTS = 100_000;
/** They are appended to the server one after the other. */
const EVENTS_ON_SERVER = 20_000;
const SECONDS = 2;
const PRESSES = 200;
const PRESSES_MS = 20_000;

type Print = (line: string) => void;

export const CASES = {
  '64 users on 64 posts': roundThePosts,
  '64 users on one post': onOnePost,
} satisfies Readonly<Record<string, (stage: Stage) => Press>>;

/**
 * Measures durable likes per second over HTTP by 64 signed-in people, compared with a bare loop that does the same durable
 * work and with NestJS, TypeORM and PostgreSQL; and the time of one press after more and more earlier presses of the same
 * heart. Every press appends an event. Then it counts what a like does. With a log on a server, it compares likes with those on a log in files instead.
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
    let figures: object;
    try {
      const likes = await measureLikes(servers, stage, seconds, print);
      figures = { likes, presses: await measurePresses(servers.ours, stage, print) };
    } finally {
      for (const { stop } of Object.values(servers)) await stop();
    }
    return { events: stage.events, ...figures, counts: await measureCounts(dataDir, stage, seconds, print) };
  });

type Servers = { readonly ours: ServerProcess } & Partial<Readonly<Record<'bare' | 'peer', ServerProcess>>>;

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
    const sides = Object.fromEntries(
      Object.entries(servers).map(([side, server]): [string, Side] => [side, { server, stage }]),
    );
    print(name);
    figures[name] = tellLikes(await likeRounds(sides, press, seconds), print);
  }
  return figures;
}

function tellLikes(sides: Readonly<Record<string, readonly Round[]>>, print: Print): Record<string, number> {
  const figures: Record<string, number> = {};
  const { ours = [] } = sides;
  for (const [side, rounds] of Object.entries(sides)) {
    const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
    figures[`${side}PerSecond`] = of('perSecond');
    figures[`${side}CpuUs`] = of('cpuUs');
    figures[`${side}MainUs`] = of('mainUs');
    const ratio = median(
      ours.map((round, index) => round.perSecond / (rounds[index]?.perSecond ?? Number.NaN)),
    );
    if (side !== 'ours') figures[`oursTo${side === 'bare' ? 'Bare' : 'Peer'}`] = ratio;
    const compared = side === 'ours' ? '' : `   ours to this ${ratio.toFixed(2)}`;
    const cpu = side === 'peer' ? ', PostgreSQL aside' : '';
    print(
      `  ${side}  ${rate(of('perSecond'))} likes/s ${of('cpuUs').toFixed(0).padStart(6)} us of CPU a like, ` +
        `${of('mainUs').toFixed(0).padStart(4)} of the main thread${cpu}${compared}`,
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

/** On a server of its own, because counting costs time. */
async function measureCounts(dataDir: string, stage: Stage, seconds: number, print: Print) {
  const figures: Record<string, object> = {};
  for (const [name, press] of Object.entries(CASES)) {
    const { commits, syncs, bytes } = await countWork(dataDir, stage, press(stage), seconds);
    const all = Object.values(commits).reduce((sum, count) => sum + count, 0);
    print(
      `a like of ${name}, counted: ${all.toFixed(2)} transactions, ${syncs?.toFixed(3) ?? 'no strace for the'} syncs, ` +
        `${(bytes / 1000).toFixed(1)} kB on the JavaScript heap`,
    );
    for (const [file, count] of Object.entries(commits)) print(`  ${file.padEnd(32)} ${count.toFixed(3)}`);
    figures[name] = { commits, syncs, bytes };
  }
  return figures;
}

function inMs(milliseconds: number): string {
  return `${milliseconds.toFixed(2).padStart(8)} ms`;
}
