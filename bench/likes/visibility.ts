import { setTimeout as sleep } from 'node:timers/promises';
import { perSecond as rateOf } from '../scratch.js';
import { KeepAlive } from './keep-alive.js';
import { Presser } from './pressing.js';
import type { Stage } from './stage.js';

/** Milliseconds until another client sees a like. */
export interface Visible {
  /** From the answer to the writer. */
  readonly sinceAnswer: number[];
  /** From when the press was due: with no rate, from before the writer asked. */
  readonly sincePress: number[];
  /** How many presses were seen each second, by all readers together. */
  readonly perSecond: number;
}

/** How many people press, and how often. */
export interface Crowd {
  readonly writers: number;
  readonly pressesEach: number;
  /** Presses of all writers together; without it, everybody presses again as soon as the press before was seen. */
  readonly perSecond?: number;
}

/**
 * So many people press, each the heart of a post of their own; after each answer another client asks for the post
 * until it shows the press.
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
  const begin = performance.now();
  const keepPressing = async (presser: Presser, reader: KeepAlive, writer: number) => {
    for (let count = 0; count < pressesEach; count += 1) {
      const now = performance.now();
      // The writers take turns. One who is late presses at once, and the press counts from when it was due.
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
  if (status !== 200) throw new Error(`a post was answered with ${status}: ${body}`);
  return (JSON.parse(body) as { likesCount: number }).likesCount;
}
