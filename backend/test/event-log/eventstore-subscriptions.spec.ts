import { DEADLINES } from '../../src/kernel/deadlines.js';
import { EventLogUnavailableError, type LoggedEvent } from '../../src/kernel/event-log.js';
import type { EventStoreEventLog } from '../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import { DEFAULT_TIMINGS } from '../../src/infrastructure/event-log/eventstore/eventstore-timings.js';
import { expires } from '../support/expires.js';
import { gate } from '../support/gate.js';
import { newEvent, useLogsOnStandIn } from '../support/eventstore/log-on-stand-in.js';
import { News } from '../support/waits.js';

describe('the subscriptions of EventStoreEventLog', () => {
  const logs = useLogsOnStandIn();

  /** Follows the log from the start; `until` resolves when an event of that stream has been handled. */
  function follow(log: EventStoreEventLog, options: { batchSize?: number; hold?: Promise<void> } = {}) {
    const seen: LoggedEvent[] = [];
    const batches: string[][] = [];
    const told: string[] = [];
    const news = new News();
    log.subscribe({
      after: 0,
      batchSize: options.batchSize ?? 20,
      onError: () => {
        told.push('error');
        news.tell();
      },
      onRecovered: () => {
        told.push('recovered');
        news.tell();
      },
      onBatch: async (events) => {
        await options.hold;
        seen.push(...events);
        batches.push(events.map(({ stream }) => stream));
        news.tell();
      },
    });
    const when = (condition: () => boolean) => news.until('news of the subscription', condition);
    const until = (stream: string) =>
      news.until(`an event of ${stream}`, () => seen.some((known) => known.stream === stream));
    return { seen, batches, told, when, until };
  }

  /** Our events on the server, in its order. */
  const stored = () =>
    logs.server.database.all.filter(({ type }) => !type.startsWith('$')).map(({ id }) => id);
  const idsOf = (events: readonly LoggedEvent[]) => events.map(({ id }) => id);

  it('resumes after the last handled event when the server restarted, and reports recovery without a new event', async () => {
    const log = logs.open();
    await log.append('a-1', 'noStream', [newEvent(), newEvent()]);
    const { seen, told, when, until } = follow(log);
    await until('a-1');
    await logs.server.restart();
    await when(() => told.includes('recovered'));
    await log.append('a-2', 'noStream', [newEvent()]);
    await until('a-2');
    expect(idsOf(seen)).toEqual(stored());
  });

  it('goes on at once when a server that was away serves again, however long it would pause', async () => {
    const long = { firstPauseMs: 3_600_000, longestPauseMs: 3_600_000 };
    const log = logs.open({ ...long, breakAfterMs: 0, probePauseMs: 5 });
    await log.append('a-1', 'noStream', [newEvent()]);
    const { seen, told, when, until } = follow(log);
    await until('a-1');
    for (const times of [1, 2]) {
      await logs.server.stop();
      await when(() => told.length === 2 * times - 1);
      // It pauses this time, too: one that did not would fail with each of these.
      for (let call = 0; call < 20; call += 1) await expect(log.head()).rejects.toThrow('the event log');
      await logs.server.resume();
      await when(() => told.length === 2 * times);
    }
    expect(told).toEqual(['error', 'recovered', 'error', 'recovered']);
    await log.append('a-2', 'noStream', [newEvent()]);
    await until('a-2');
    expect(idsOf(seen)).toEqual(stored());
  });

  it('loses nothing when the server drops it as too slow', async () => {
    const log = logs.open();
    const { open, opened: hold } = gate();
    await log.append('a-0', 'noStream', [newEvent()]);
    const { seen, told, when, until } = follow(log, { hold, batchSize: 1 });
    logs.server.faults.slowConsumerLimit = 20;
    const text = 'x'.repeat(8000);
    const times = (kind: string) => logs.server.calls.get(kind) ?? 0;
    await logs.server.calls.atLeast(1, 'caughtUp');
    for (let stream = 1; times('dropped') === 0 && stream < 500; stream += 1) {
      await log.append(`a-${stream}`, 'noStream', [newEvent({ text })]);
    }
    open();
    expect(times('dropped')).toBe(1);
    await when(() => told.includes('recovered'));
    await log.append('a-last', 'noStream', [newEvent()]);
    await until('a-last');
    expect(idsOf(seen)).toEqual(stored());
  });

  describe('while it gathers for an hour', () => {
    const append = async (log: EventStoreEventLog, streams: readonly string[]) => {
      for (const stream of streams) await log.append(stream, 'noStream', [newEvent()]);
    };
    /** Holds the first event until those of two more streams have arrived. */
    async function busy(batchSize: number) {
      const log = logs.open({ gatherMs: 3_600_000 });
      const held = gate();
      const following = follow(log, { batchSize, hold: held.opened });
      await log.append('a-1', 'noStream', [newEvent()]);
      await append(log, ['a-2', 'a-3']);
      // Its answer comes after the two events.
      await log.head();
      held.open();
      await following.until('a-3');
      return { log, ...following };
    }
    it('hands on an event at once when the one before it came alone', async () => {
      const log = logs.open({ gatherMs: 3_600_000 });
      const { batches, until } = follow(log);
      for (const stream of ['a-1', 'a-2', 'a-3']) {
        await log.append(stream, 'noStream', [newEvent(), newEvent()]);
        await until(stream);
      }
      expect(batches.flat()).toEqual(['a-1', 'a-1', 'a-2', 'a-2', 'a-3', 'a-3']);
    });

    it('hands on one full batch after events of several streams', async () => {
      const { log, batches, until } = await busy(3);
      await append(log, ['a-4', 'a-5', 'a-6']);
      await until('a-6');
      expect(batches.at(-1)).toEqual(['a-4', 'a-5', 'a-6']);
    });

    it('loses none of the gathered events with the connection', async () => {
      const { log, seen, until } = await busy(3);
      await append(log, ['a-4']);
      await logs.server.restart();
      // Alone, because after events of several streams the next subscription would gather for an hour, too.
      await until('a-4');
      await append(log, ['a-5', 'a-6']);
      await until('a-6');
      expect(idsOf(seen)).toEqual(stored());
    });
  });

  it('hands on what it has gathered when the time is over', async () => {
    const log = logs.open({ gatherMs: 1 });
    const { seen, until } = follow(log);
    for (let turn = 0; turn < 10; turn += 1) {
      const streams = ['a', 'b', 'c'].map((name) => `${name}-${turn}`);
      await Promise.all(streams.map((stream) => log.append(stream, 'noStream', [newEvent()])));
      await Promise.all(streams.map(until));
    }
    expect(idsOf(seen)).toEqual(stored());
  });

  it('ignores "caught up" messages, even repeated ones', async () => {
    logs.server.faults.repeatsCaughtUp = true;
    const log = logs.open();
    const { seen, until } = follow(log);
    for (let stream = 0; stream < 30; stream += 1) await log.append(`a-${stream}`, 'noStream', [newEvent()]);
    await until('a-29');
    expect(idsOf(seen)).toEqual(stored());
  });

  it('continues from a slow catch-up to events written meanwhile', async () => {
    const log = logs.open();
    for (let stream = 0; stream < 150; stream += 1) await log.append(`a-${stream}`, 'noStream', [newEvent()]);
    logs.server.faults.catchUpPause = 2;
    const { seen, until } = follow(log);
    await until('a-10');
    for (let stream = 150; stream < 200; stream += 1)
      await log.append(`a-${stream}`, 'noStream', [newEvent()]);
    await until('a-199');
    expect(idsOf(seen)).toEqual(stored());
  });

  /** The watchdog asks for the head, and has its answer: that of a later question comes after it. */
  async function watched(log: EventStoreEventLog) {
    const asked = (logs.server.calls.get('read') ?? 0) + 1;
    await logs.timer.advance(DEFAULT_TIMINGS.watchdogMs);
    await logs.server.calls.atLeast(asked, 'read');
    await log.head();
  }

  it('detects a silent subscription while the log grows', async () => {
    logs.server.faults.silentSubscriptions = true;
    const log = logs.open();
    const { seen, told, when, until } = follow(log);
    await logs.server.calls.atLeast(1, 'subscribe');
    await log.append('a-1', 'noStream', [newEvent()]);
    await watched(log);
    logs.server.faults.silentSubscriptions = false;
    await logs.timer.advance(DEFAULT_TIMINGS.watchdogMs);
    await until('a-1');
    await when(() => told.includes('recovered'));
    expect(told).toEqual(['error', 'recovered']);
    expect(idsOf(seen)).toEqual(stored());
  });

  it('does not report a subscription without new events', async () => {
    const log = logs.open();
    const { told, until } = follow(log);
    await log.append('a-1', 'noStream', [newEvent()]);
    await until('a-1');
    for (let round = 0; round < 5; round += 1) await watched(log);
    expect(told).toEqual([]);
  });

  it('gives a subscription a whole round once the head is known, however slow that was', async () => {
    const log = logs.open();
    const { told, until } = follow(log);
    await log.append('a-1', 'noStream', [newEvent()]);
    await until('a-1');
    const arrived = logs.server.calls.get('arrivedRead') ?? 0;
    logs.server.faults.freeze();
    await logs.timer.advance(DEFAULT_TIMINGS.watchdogMs);
    await logs.server.calls.atLeast(arrived + 1, 'arrivedRead');
    await logs.timer.advance(DEFAULT_TIMINGS.readMs - 1);
    logs.server.faults.thaw();
    await log.head();
    const asked = logs.server.calls.get('read') ?? 0;
    await logs.timer.advance(DEFAULT_TIMINGS.watchdogMs - 1);
    await log.head();
    expect(logs.server.calls.get('read')).toBe(asked + 1);
    expect(told).toEqual([]);
  });

  it('detects a server that does not return its head', async () => {
    const log = logs.open();
    const { seen, told, when, until } = follow(log);
    await logs.open().append('a-1', 'noStream', [newEvent()]);
    await until('a-1');
    logs.server.faults.freeze();
    await logs.timer.advance(DEFAULT_TIMINGS.watchdogMs);
    expect(told).toEqual([]);
    await logs.timer.advance(DEFAULT_TIMINGS.readMs);
    await when(() => told.length > 0);
    logs.server.faults.thaw();
    await when(() => told.at(-1) === 'recovered');
    await log.append('a-2', 'noStream', [newEvent()]);
    await until('a-2');
    expect(idsOf(seen)).toEqual(stored());
  });

  expires('EventStoreDB subscription', async () => {
    logs.server.faults.freeze();
    const log = logs.open();
    const { seen, told, when, until } = follow(log);
    await logs.server.calls.atLeast(1, 'arrivedRead');
    await logs.timer.advance(DEADLINES['EventStoreDB subscription'].ms);
    await when(() => told.length > 0);
    await logs.server.calls.atLeast(2, 'arrivedRead');
    logs.server.faults.thaw();
    await log.append('a-1', 'noStream', [newEvent()]);
    await until('a-1');
    expect(told).toEqual(['error', 'recovered']);
    expect(idsOf(seen)).toEqual(stored());
  });

  it('reports an error for a start position that the server never assigned', async () => {
    const log = logs.open();
    const { position } = await log.append('a-1', 'noStream', [newEvent()]);
    await log.append('a-2', 'noStream', [newEvent()]);
    const error = await new Promise((resolve) => {
      log.subscribe({
        after: position + 1,
        batchSize: 10,
        onError: resolve,
        onBatch: async () => undefined,
      });
    });
    expect(error).toBeInstanceOf(EventLogUnavailableError);
    expect(error).toMatchObject({ message: `the log can't be followed from ${position + 1}` });
  });
});
