import { setTimeout as sleep } from 'node:timers/promises';
import { perSecond as rateOf } from '../scratch.js';
import { KeepAlive } from './keep-alive.js';
import { Presser } from './pressing.js';
import type { Stage } from './stage.js';

/** The milliseconds until another client sees a like. */
export interface Visible {
  /** From the response to the writer. */
  readonly sinceAnswer: number[];
  /** From when the press was due; without a rate, from just before the request. */
  readonly sincePress: number[];
  /** The presses that all readers together saw each second. */
  readonly perSecond: number;
}

/** The number of people who press, and their rate. */
export interface Crowd {
  readonly writers: number;
  readonly pressesEach: number;
  /** Presses per second of all writers together. Without it, each presses again as soon as the last press was seen. */
  readonly perSecond?: number;
}

/**
 * Each person presses the heart of their own post. After each response another client requests the post until it shows
 * the press.
 */
export async function visibility(
  url: string,
  { people, watched }: Stage,
  { writers, pressesEach, perSecond }: Crowd,
): Promise<Visible> {
  const sinceAnswer: number[] = [];
  const sincePress: number[] = [];
  const pressers = await Presser.connect(url, people.slice(0, writers), (person, turn) => ({
    postId: watched[person] ?? '',
    likes: turn % 2 === 0,
  }));
  const readers = await Promise.all(pressers.map(() => KeepAlive.to(url)));
  // Node accepts one connection per turn of its event loop: the presses must not begin before the last one.
  await Promise.all(readers.map((reader, writer) => likesOf(reader, watched[writer] ?? '')));
  const begin = performance.now();
  const keepPressing = async (presser: Presser, reader: KeepAlive, writer: number) => {
    for (let count = 0; count < pressesEach; count += 1) {
      const now = performance.now();
      // The writers take turns. A late writer presses at once, and its time counts from when the press was due.
      const due = perSecond ? begin + (count * writers + writer) * (1000 / perSecond) : now;
      if (due > now) await sleep(due - now);
      const { postId, likes } = await presser.next();
      const answered = performance.now();
      while ((await likesOf(reader, postId)) !== (likes ? 1 : 0));
      const seen = performance.now();
      sinceAnswer.push(seen - answered);
      sincePress.push(seen - due);
    }
  };
  await Promise.all(
    pressers.map((presser, writer) => keepPressing(presser, readers[writer] as KeepAlive, writer)),
  );
  const elapsed = performance.now() - begin;
  for (const connection of [...pressers, ...readers]) connection.close();
  return { sinceAnswer, sincePress, perSecond: rateOf(sinceAnswer.length, elapsed) };
}

async function likesOf(reader: KeepAlive, postId: string): Promise<number> {
  const { status, body } = await reader.send('GET', `/api/posts/${postId}`);
  if (status !== 200) throw new Error(`a post answered ${status}: ${body}`);
  return (JSON.parse(body) as { likesCount: number }).likesCount;
}
