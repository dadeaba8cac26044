import { setTimeout as sleep } from 'node:timers/promises';
import { KeepAlive } from '../likes/keep-alive.js';
import { Presser, pressFor, roundThePosts } from '../likes/pressing.js';
import type { Stage } from '../likes/stage.js';
import { median, quantile } from '../scratch.js';
import type { ServerProcess } from '../server-process.js';
import { type Ask, flood } from './flood.js';
import { paced } from './paced.js';

const LIKES_A_SECOND = 500;
const READS_A_SECOND = 500;
const CONNECTIONS = 64;
const ROUNDS = 5;

/** What a read takes of the main thread, in microseconds. */
interface Cost {
  /** As fast as 64 connections can, with the work of the likes: an upper bound. */
  readonly flood: number;
  /** 500 times a second, so that almost each read comes after a like. Without the work of as many likes alone. */
  readonly paced: number;
}

/** What a read costs while 500 likes a second change these posts, if there are any. */
export async function costBesideLikes(
  server: ServerProcess,
  ask: Ask,
  { people }: Stage,
  posts: readonly string[],
  seconds: number,
): Promise<Cost> {
  const pressers = await Presser.connect(server.url, people, roundThePosts({ posts }));
  const reader = await KeepAlive.to(server.url);
  const presses = pressers.map((presser) => () => presser.next());
  const likes = () => (posts.length > 0 ? paced(LIKES_A_SECOND, seconds, presses) : sleep(seconds * 1000, 0));
  const used = async <Result>(work: () => Promise<Result>) => {
    const before = await server.mainThreadUs();
    const result = await work();
    return { result, us: (await server.mainThreadUs()) - before };
  };
  const read = () => reader.send('GET', ask.path);
  const costs = { flood: [] as number[], paced: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const all = await used(() => Promise.all([flood(server.url, ask, CONNECTIONS, seconds * 1000), likes()]));
    costs.flood.push(all.us / all.result[0]);
    const alone = await used(likes);
    const both = await used(() => Promise.all([paced(READS_A_SECOND, seconds, [read]), likes()]));
    costs.paced.push((both.us - alone.us) / both.result[0]);
  }
  reader.close();
  for (const presser of pressers) presser.close();
  return { flood: median(costs.flood), paced: median(costs.paced) };
}

/** What many clients get, each as fast as it can, while people press so many hearts a second. */
export async function floodBesideLikes(
  server: ServerProcess,
  ask: Ask,
  pressers: readonly Presser[],
  { likesASecond, seconds }: { likesASecond: number; seconds: number },
): Promise<{ perSecond: number; p99: number }> {
  const presses = pressers.map((presser) => () => presser.next());
  const times: number[] = [];
  const [count] = await Promise.all([
    flood(server.url, ask, CONNECTIONS, seconds * 1000, times),
    paced(likesASecond, seconds, presses),
  ]);
  return { perSecond: count / seconds, p99: quantile(times, 0.99) };
}

/** Asks for as many different posts, comments, ranks, pages and searches. Returns the number. */
export async function askForMany({ url }: ServerProcess, most: number): Promise<number> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const searches = letters.flatMap((one) => letters.map((other) => `/api/posts?search=${one}${other}`));
  const paths = searches.slice(0, most / 10);
  const isEnough = () => paths.length >= most;
  for (let next: string | undefined = '/api/posts?sort=recent&limit=100'; next && !isEnough();) {
    paths.push(next);
    const page: Response = await fetch(`${url}${next}`);
    for (const { id } of (await page.json()) as { id: string }[]) {
      paths.push(`/api/posts/${id}`, `/api/posts/${id}/comments`, `/api/posts/${id}/rank`);
    }
    next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  // Each twice: what was asked for once leaves first.
  for (const path of [...paths, ...paths]) await (await fetch(`${url}${path}`)).arrayBuffer();
  return paths.length;
}

/** Likes a second on each server, in turns. */
export async function likesOn(
  servers: readonly ServerProcess[],
  stage: Stage,
  seconds: number,
): Promise<readonly (readonly number[])[]> {
  const sides = await Promise.all(
    servers.map(async ({ url }) => ({
      pressers: await Presser.connect(url, stage.people, roundThePosts(stage)),
      rates: [] as number[],
    })),
  );
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { pressers, rates } of sides) {
      const { perSecond } = await pressFor(pressers, seconds);
      // The first round warms up.
      if (round > 0) rates.push(perSecond);
    }
  }
  for (const { pressers } of sides) for (const presser of pressers) presser.close();
  return sides.map(({ rates }) => rates);
}
