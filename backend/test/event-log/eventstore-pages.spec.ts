import { DEADLINES } from '../../src/kernel/deadlines.js';
import { EventLogUnavailableError } from '../../src/kernel/event-log.js';
import type { EventStoreEventLog } from '../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import { expires } from '../support/expires.js';
import { newEvent, useLogsOnStandIn } from '../support/eventstore/log-on-stand-in.js';

describe('the pages of the whole log on EventStoreDB', () => {
  const logs = useLogsOnStandIn();
  let log: EventStoreEventLog;

  beforeEach(async () => {
    log = logs.open();
    for (let stream = 0; stream < 30; stream += 1) await append(stream);
  });

  const append = (stream: number) => log.append(`a-${stream}`, 'noStream', [newEvent(), newEvent()]);
  const reads = () => logs.server.calls.get('read') ?? 0;
  /** Our events on the server, in its order. */
  const stored = () =>
    logs.server.database.all.filter(({ type }) => !type.startsWith('$')).map(({ id }) => id);
  /** The ids of the next events in pages, until a page is not full. */
  async function idsAfter(position: number, size: number): Promise<string[]> {
    const ids: string[] = [];
    for (let after = position; ;) {
      const page = await log.readAll(after, size);
      ids.push(...page.map(({ id }) => id));
      if (page.length < size) return ids;
      after = page.at(-1)?.position ?? after;
    }
  }
  /** Reads two pages, so that the third is read ahead. */
  async function twoPages(): Promise<number> {
    const [, , , last] = await log.readAll(0, 4);
    const page = await log.readAll(last?.position ?? 0, 4);
    return page.at(-1)?.position ?? 0;
  }

  it('are read ahead: a reader that goes on needs few calls', async () => {
    const before = reads();
    await log.append(
      'a-many',
      'noStream',
      Array.from({ length: 900 }, () => newEvent()),
    );
    expect(await idsAfter(0, 50)).toEqual(stored());
    expect(reads() - before).toBeLessThan(6);
  });

  it('are the same for readers beside each other, also with pages of other sizes', async () => {
    const all = await Promise.all([3, 4, 4, 7, 60, 61].map((size) => idsAfter(0, size)));
    expect(all).toEqual(all.map(() => stored()));
  });

  it('end where the log ends at the time of the call, not where it ended when they were read ahead', async () => {
    const near = (await log.readAll(0, 52)).at(-1)?.position ?? 0;
    expect(await idsAfter(near, 4)).toEqual(stored().slice(52));
    await append(30);
    expect(await idsAfter(near, 4)).toEqual(stored().slice(52));
    await append(31);
    expect(await idsAfter(near, 100)).toEqual(stored().slice(52));
  });

  it('are read again when the connection that read them is lost', async () => {
    const third = await twoPages();
    await log.head();
    await logs.server.restart();
    expect(await idsAfter(third, 4)).toEqual(stored().slice(8));
  });

  expires('events read ahead', async () => {
    const third = await twoPages();
    // Its answer comes after what is read ahead.
    await log.head();
    await logs.timer.advance(DEADLINES['events read ahead'].ms);
    const before = reads();
    expect(await log.readAll(third, 4)).toHaveLength(4);
    expect(reads()).toBe(before + 1);
  });

  it('are forgotten with the client that read them: a new leader may not have them', async () => {
    log = logs.open({ breakAfterMs: 0 });
    const third = await twoPages();
    await logs.server.stop();
    await expect(log.head()).rejects.toThrow(EventLogUnavailableError);
    await expect(log.readAll(third, 4)).rejects.toThrow(EventLogUnavailableError);
  });
});
