import { setTimeout as sleep } from 'node:timers/promises';
import { startBareLoop } from '../likes/bare-loop.js';
import { Presser, roundThePosts, takeBack } from '../likes/pressing.js';
import { type Round, type Side, likeRounds } from '../likes/round.js';
import { visibility } from '../likes/visibility.js';
import { memoryOf } from '../memory.js';
import { paced } from '../reads/paced.js';
import { quantile } from '../scratch.js';
import { type ServerProcess, startFootnote, viewsComplete } from '../server-process.js';
import { startLoad } from '../soak.js';
import { CASES } from '../writes.js';
import { startBareNest } from './bare-nest.js';
import type { Builds, Plan, Prepared } from './plan.js';
import type { SideName, Table } from './table.js';
import { TurnCounter, type Turns } from './turns.js';

const LIKES_A_SECOND = 950;
const ROUNDS = 5;
const WRITERS = 64;
/** Of all rounds together. */
const TURNS_SECONDS = 10;
/** Until a server that is ready has done what can wait. */
const REST_MS = 3000;

type Watched = Side & { readonly turns: TurnCounter };
type Crowd = Watched & { readonly pressers: readonly Presser[] };
/** The limit comes first: its rounds are those that the others are compared with. */
type Sides = Partial<Readonly<Record<SideName, Watched>>>;

/** Likes by 64 people: their cost, when others see them, the turns of the main thread, and the memory before and after. */
export async function likesUnderLoad(
  { ours, before }: Builds<Prepared>,
  copy: string,
  plan: Plan,
  table: Table,
): Promise<void> {
  const sides = {
    limit: await watched(ours.stage, (turns) => startBareLoop(copy, turns.watch)),
    ours: await start(ours),
    ...(before && { before: await start(before) }),
  };
  const nest = await startBareNest();
  try {
    await sleep(REST_MS);
    memory(sides, nest, 'ready', table);
    await costs(sides, plan, table);
    await visible(sides, plan, table);
    await longTurns(sides, table);
    for (const [name, { server, stage }] of Object.entries(sides)) {
      if (name === 'limit') continue;
      const load = startLoad(server.url, stage);
      await Promise.race([sleep(plan.loadSeconds * 1000), load.failed]);
      await load.stop();
    }
    await sleep(REST_MS);
    memory(sides, nest, 'after load', table);
  } finally {
    for (const { server } of Object.values(sides)) await server.stop();
    await nest.stop();
  }
}

async function watched(
  stage: Prepared['stage'],
  started: (turns: TurnCounter) => Promise<Side['server']>,
): Promise<Watched> {
  const turns = new TurnCounter();
  return { server: await started(turns), stage, turns };
}

function start({ dataDir, checkout, stage }: Prepared): Promise<Watched> {
  return watched(stage, async ({ watch }) => {
    const server = await startFootnote(dataDir, {}, { checkout, ...watch });
    await viewsComplete(server);
    return server;
  });
}

function memory(sides: Sides, nest: ServerProcess, when: string, table: Table): void {
  for (const [kind, name] of [
    ['resident', 'RSS'],
    ['own', 'anonymous memory'],
  ] as const) {
    const of = (server: ServerProcess | undefined) => (server ? [[memoryOf(server.pid)[kind]]] : []);
    table.add(`${name} ${when}, against bare Nest, MB`, {
      limit: of(nest),
      ours: of(sides.ours?.server),
      before: of(sides.before?.server),
    });
  }
}

async function costs(sides: Sides & { readonly ours: Watched }, { seconds }: Plan, table: Table) {
  for (const [name, press] of Object.entries(CASES)) {
    const rounds = await likeRounds(sides as Record<SideName, Watched>, press, seconds);
    const of = (figure: keyof Round) => ({
      limit: rounds.limit.map((round) => [round[figure]]),
      ours: rounds.ours.map((round) => [round[figure]]),
      before: (sides.before ? rounds.before : []).map((round) => [round[figure]]),
    });
    table.add(`CPU of a like, ${name}, µs`, of('cpuUs'));
    table.add(`the main thread's part, ${name}, µs`, of('mainUs'));
    table.add(`likes/s, ${name}`, of('perSecond'));
  }
}

/** From the answer to the person who presses until another client sees it. */
async function visible(sides: Sides, { presses }: Plan, table: Table): Promise<void> {
  const many = { writers: WRITERS, pressesEach: presses.each, perSecond: LIKES_A_SECOND };
  const crowd = await inTurns(sides, async ({ server, stage }) => {
    return (await visibility(server.url, stage, many)).sinceAnswer;
  });
  const count = presses.each * WRITERS * ROUNDS;
  for (const share of [0.95, 0.99]) {
    const figure = `visible at ${LIKES_A_SECOND} likes/s, p${share * 100} of ${count.toLocaleString('en')}, ms`;
    table.add(figure, crowd, (times) => quantile(times, share));
  }
  const alone = await inTurns(sides, async ({ server, stage }) => {
    const one = { writers: 1, pressesEach: presses.alone };
    return (await visibility(server.url, stage, one)).sinceAnswer;
  });
  table.add('visible alone, p99, ms', alone, (times) => quantile(times, 0.99));
}

async function longTurns(sides: Sides, table: Table): Promise<void> {
  const connected = Object.entries(sides).map(async ([name, side]): Promise<[string, Crowd]> => {
    const { server, stage } = side;
    await takeBack(server.url, stage, stage.posts);
    return [
      name,
      { ...side, pressers: await Presser.connect(server.url, stage.people, roundThePosts(stage)) },
    ];
  });
  const crowds: Partial<Record<SideName, Crowd>> = Object.fromEntries(await Promise.all(connected));
  const counts = await inTurns(crowds, async ({ server, turns, pressers }) => {
    const presses = pressers.map((presser) => () => presser.next());
    const work = () => paced(LIKES_A_SECOND, TURNS_SECONDS / ROUNDS, presses);
    return [await turns.during(server, work)];
  });
  for (const { pressers } of Object.values(crowds)) for (const presser of pressers) presser.close();
  const of = (figure: keyof Turns) => ({
    limit: counts.limit.map((turns) => turns.map((turn) => turn[figure])),
    ours: counts.ours.map((turns) => turns.map((turn) => turn[figure])),
    before: counts.before.map((turns) => turns.map((turn) => turn[figure])),
  });
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  table.add(`turns over 8 ms in ${TURNS_SECONDS} s at ${LIKES_A_SECOND} likes/s`, of('long'), sum);
  table.add('garbage collections over 8 ms in them', of('longCollections'), sum);
  table.add('the longest turn, ms', of('longestMs'), (values) => Math.max(...values));
}

/** Measures each side in each round. */
async function inTurns<Of, Value>(
  sides: Readonly<Partial<Record<SideName, Of>>>,
  measure: (side: Of) => Promise<readonly Value[]>,
): Promise<Record<SideName, (readonly Value[])[]>> {
  const rounds = { limit: [], ours: [], before: [] } as Record<SideName, (readonly Value[])[]>;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, side] of Object.entries<Of>(sides as Record<SideName, Of>)) {
      rounds[name as SideName].push(await measure(side));
    }
  }
  return rounds;
}
