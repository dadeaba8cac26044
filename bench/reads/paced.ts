import { setTimeout as sleep } from 'node:timers/promises';

/** Does something so many times a second for so many seconds, and waits for all of it. Each lane does one thing at a time. */
export async function paced(
  perSecond: number,
  seconds: number,
  lanes: readonly (() => Promise<unknown>)[],
): Promise<number> {
  const last: Promise<unknown>[] = lanes.map(async () => undefined);
  const begin = performance.now();
  let count = 0;
  for (; count < perSecond * seconds; count += 1) {
    const early = begin + (count * 1000) / perSecond - performance.now();
    if (early > 1) await sleep(early);
    const lane = count % lanes.length;
    last[lane] = last[lane]?.then(lanes[lane]) ?? Promise.resolve();
  }
  await Promise.all(last);
  return count;
}
