import { randomUUID } from 'node:crypto';
import { perSecond } from './scratch.js';

/** Appends per second of concurrent writers. `append` gets the number of the append, from 1 to `total`. */
export async function appendRate(
  writers: number,
  total: number,
  append: (number: number) => Promise<unknown>,
): Promise<number> {
  let begun = 0;
  const write = async () => {
    while (begun < total) {
      begun += 1;
      await append(begun);
    }
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: writers }, write));
  return perSecond(total, performance.now() - begin);
}

export function smallEvent(id: string) {
  return {
    id,
    type: 'Liked',
    data: { postId: randomUUID(), userId: randomUUID() },
    metadata: {
      at: new Date().toISOString(),
      actor: { kind: 'user', id: randomUUID() },
      requestId: 'bench',
      $correlationId: 'bench',
      $causationId: 'bench',
      version: 1,
    },
  };
}
