import type { Storage } from '../../src/composition/storage.js';
import type { Recorded } from '../../src/kernel/event.js';
import type { Chapter } from './history-teller.js';

/** A history in which one clock in ten is wrong, by up to two days. */
export function* withWrongClocks(history: Iterable<Chapter>, random: () => number): Generator<Chapter> {
  for (const chapter of history) {
    const wrong = random() < 0.1 ? (random() - 0.5) * 4 * 86_400_000 : 0;
    const events = chapter.events.map((event) => ({
      ...event,
      metadata: {
        ...event.metadata,
        at: new Date(Date.parse(event.metadata.at) + Math.round(wrong)).toISOString(),
      },
    }));
    yield { ...chapter, events };
  }
}

/** All events of the log, decoded. */
export async function wholeLog({ log, codec }: Pick<Storage, 'log' | 'codec'>): Promise<Recorded[]> {
  const events: Recorded[] = [];
  for (let after = 0; ;) {
    const page = await log.readAll(after, 1000);
    if (page.length === 0) return events;
    events.push(...(await codec.decode(page)).events);
    after = page.at(-1)?.position ?? after;
  }
}
