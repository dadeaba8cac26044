import { KeepAlive } from './keep-alive.js';
import { Presser } from './pressing.js';
import type { Stage } from './stage.js';

/** Milliseconds until another client sees a like. */
export interface Visible {
  /** From the answer to the writer. */
  readonly sinceAnswer: number[];
  /** From before the writer asked. */
  readonly sincePress: number[];
}

/**
 * So many people press, each the heart of a post of their own; after each answer another client asks for the post
 * until it shows the press.
 */
export async function visibility(
  url: string,
  { people, watched }: Stage,
  writers: number,
  pressesEach: number,
): Promise<Visible> {
  const times: Visible = { sinceAnswer: [], sincePress: [] };
  const pressers = await Presser.connect(url, people.slice(0, writers), (person, turn) => ({
    postId: watched[person] ?? '',
    likes: turn % 2 === 0,
  }));
  await Promise.all(
    pressers.map(async (presser) => {
      const reader = await KeepAlive.to(url);
      for (let count = 0; count < pressesEach; count += 1) {
        const begin = performance.now();
        const { postId, likes } = await presser.next();
        const answered = performance.now();
        while ((await likesOf(reader, postId)) !== (likes ? 1 : 0));
        const seen = performance.now();
        times.sinceAnswer.push(seen - answered);
        times.sincePress.push(seen - begin);
      }
      reader.close();
      presser.close();
    }),
  );
  return times;
}

async function likesOf(reader: KeepAlive, postId: string): Promise<number> {
  const { status, body } = await reader.send('GET', `/api/posts/${postId}`);
  if (status !== 200) throw new Error(`a post was answered with ${status}: ${body}`);
  return (JSON.parse(body) as { likesCount: number }).likesCount;
}
