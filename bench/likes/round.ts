import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../server-process.js';
import { type Presser, pressFor } from './pressing.js';

/** A pause between two measurements, so that the remaining work of one server does not slow the next. */
const REST_MS = 500;

export interface Round {
  readonly perSecond: number;
  /** Processor time of the server's process for each like in microseconds, including work after the response. */
  readonly cpuUs: number;
}

/** All people press for so many seconds. */
export async function measureRound(
  server: ServerProcess,
  pressers: readonly Presser[],
  seconds: number,
): Promise<Round> {
  const before = await server.cpuMs();
  const { count, perSecond } = await pressFor(pressers, seconds);
  await sleep(REST_MS);
  return { perSecond, cpuUs: (((await server.cpuMs()) - before) * 1000) / count };
}
