import type { EventStoreEventLog } from '../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import { DEADLINES } from '../../src/kernel/deadlines.js';
import { expires } from '../support/expires.js';
import { newEvent, useLogsOnStandIn } from '../support/eventstore/log-on-stand-in.js';

/** More than the server passes between two messages about how far it is. */
const MANY = 9000;

describe('a search of the log on EventStoreDB', () => {
  const logs = useLogsOnStandIn();
  let log: EventStoreEventLog;
  beforeEach(() => {
    log = logs.open();
  });

  const append = async (stream: string, type: string, count = 1) => {
    const events = Array.from({ length: count }, () => ({ ...newEvent(), type }));
    await log.append(stream, 'noStream', events);
    return events.map(({ id }) => id);
  };
  async function searched(types: readonly string[]): Promise<{ ids: string[]; ends: number[] }> {
    const ids: string[] = [];
    const ends = [0];
    for (let part = await log.search(types, 0); part; part = await log.search(types, part.to)) {
      ids.push(...part.events.map(({ id }) => id));
      ends.push(part.to);
    }
    return { ids, ends };
  }
  const calls = (kind: string) => logs.server.calls.get(kind) ?? 0;

  it('lets the server find the events: nothing else is read', async () => {
    await append('a-1', 'Other', MANY);
    const found = [...(await append('a-2', 'Erased')), ...(await append('a-3', 'Gone'))];
    await append('a-4', 'ErasedNot', 10);
    const before = calls('read');
    const { ids, ends } = await searched(['Erased', 'Gone']);
    expect(ids).toEqual(found);
    expect(ends.at(-1)).toBe(await log.head());
    // Of the head only, once for each part, and once above.
    expect(calls('read') - before).toBe(ends.length + 1);
  });

  it('ends a part when it has found much, and goes on behind it', async () => {
    const found = await append('a-1', 'Erased', MANY);
    const { ids, ends } = await searched(['Erased']);
    expect(ids).toEqual(found);
    expect(ends.length).toBeGreaterThan(2);
  });

  expires('EventStoreDB search', async () => {
    const found = await append('a-1', 'Erased');
    await append('a-2', 'Other', 5);
    logs.server.faults.silentSubscriptions = true;
    const searching = searched(['Erased']);
    await logs.server.calls.atLeast(1, 'subscribe');
    await logs.timer.advance(DEADLINES['EventStoreDB search'].ms);
    expect((await searching).ids).toEqual(found);
  });

  it('goes on after the server was restarted', async () => {
    const found = await append('a-1', 'Erased');
    await logs.server.stop();
    const searching = searched(['Erased']);
    await logs.server.resume();
    expect((await searching).ids).toEqual(found);
  });
});
