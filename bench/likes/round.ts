import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../server-process.js';
import { type Press, Presser, pressFor } from './pressing.js';
import type { Stage } from './stage.js';

const ROUNDS = 5;
/** A pause between two measurements, so that the remaining work of one server does not slow the next. */
const REST_MS = 500;

/** A measured server, with the people and posts in its data. */
export interface Side {
  readonly server: ServerProcess;
  readonly stage: Stage;
}

export interface Round {
  readonly perSecond: number;
  /** Processor time of the server's process for each like in microseconds, including work after the response. */
  readonly cpuUs: number;
  /** The part of its main thread. */
  readonly mainUs: number;
}

/** All people press for so many seconds on one side after the other, in five rounds after one that warms up. */
export async function likeRounds<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  press: (stage: Stage) => Press,
  seconds: number,
): Promise<Readonly<Record<Name, readonly Round[]>>> {
  const names = Object.keys(sides) as Name[];
  const crowds = await Promise.all(
    names.map(async (name) => {
      const { server, stage } = sides[name];
      const pressers = await Presser.connect(server.url, stage.people, press(stage));
      return { name, server, pressers, rounds: [] as Round[] };
    }),
  );
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { server, pressers, rounds } of crowds) {
      const measured = await measureRound(server, pressers, seconds);
      if (round > 0) rounds.push(measured);
    }
  }
  for (const { pressers } of crowds) for (const presser of pressers) presser.close();
  return Object.fromEntries(crowds.map(({ name, rounds }) => [name, rounds])) as unknown as Record<
    Name,
    Round[]
  >;
}

async function measureRound(
  server: ServerProcess,
  pressers: readonly Presser[],
  seconds: number,
): Promise<Round> {
  const [cpuMs, mainUs] = [await server.cpuMs(), await server.mainThreadUs()];
  const { count, perSecond } = await pressFor(pressers, seconds);
  await sleep(REST_MS);
  return {
    perSecond,
    cpuUs: (((await server.cpuMs()) - cpuMs) * 1000) / count,
    mainUs: ((await server.mainThreadUs()) - mainUs) / count,
  };
}
