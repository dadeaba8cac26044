import {
  EventLogUnavailableError,
  type LoggedEvent,
  type NewEvent,
  WrongExpectedRevisionError,
} from '../../src/infrastructure/event-log/event-log.port.js';
import { EventStoreEventLog } from '../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import { positionOf } from '../../src/infrastructure/event-log/eventstore/eventstore-events.js';
import type { EventStoreTimings } from '../../src/infrastructure/event-log/eventstore/eventstore-timings.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';

const event = (data: object = {}): NewEvent => ({
  id: crypto.randomUUID(),
  type: 'Happened',
  data,
  metadata: {},
});

describe('the guards of EventStoreEventLog', () => {
  let server: EventStoreStandIn;
  const logs: EventStoreEventLog[] = [];
  beforeEach(async () => {
    server = await EventStoreStandIn.start();
  });
  afterEach(async () => {
    server.faults.thaw();
    await Promise.all(logs.splice(0).map((log) => log.close()));
    await server.stop();
  });

  /** A log with deadlines that a test names where it waits for one, and else with long ones. */
  function open(timings: Partial<EventStoreTimings> = {}, url = server.url): EventStoreEventLog {
    const patient = {
      appendMs: 20_000,
      readMs: 20_000,
      pageMs: 20_000,
      confirmMs: 20_000,
      watchdogMs: 20_000,
    };
    const log = new EventStoreEventLog(url, { ...patient, firstPauseMs: 5, longestPauseMs: 50, ...timings });
    logs.push(log);
    return log;
  }

  describe('on calls', () => {
    it('appends one call at a time, without the batches and the probe that the client shares and caches', async () => {
      const log = open();
      await log.append('a-1', 'noStream', [event(), event()]);
      await log.append('a-1', 1, [event()]);
      expect(Object.fromEntries(server.calls)).toEqual({ append: 2 });
    });

    it('repeats an append whose connection was cut after the commit, and writes it once', async () => {
      const log = open();
      server.faults.cutAfterCommit = 3;
      const events = [event(), event()];
      const appended = await log.append('a-1', 'noStream', events);
      const stored = await log.readStream('a-1');
      expect(stored.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
      expect(appended).toEqual({ revision: 1, position: stored[1]?.position });
      expect(server.calls.get('append')).toBe(4);
    });

    it('goes on where the leader is when a node says that it is not', async () => {
      const leader = await EventStoreStandIn.start();
      try {
        server.faults.notLeader = { times: 1, leaderPort: leader.port };
        await open().append('a-1', 'noStream', [event()]);
        expect(leader.database.stream('a-1')).toHaveLength(1);
        expect(server.database.stream('a-1')).toBeUndefined();
      } finally {
        await leader.stop();
      }
    });

    it('gives every call a deadline, after which its outcome is unknown', async () => {
      const log = open({ appendMs: 60, readMs: 60, pageMs: 60 });
      const events = [event()];
      server.faults.freeze();
      const calls = [
        log.append('a-1', 'noStream', events),
        log.append('a-2', 'any', [event()]),
        log.readStream('a-1'),
        log.readAll(0, 10),
        log.head(),
      ];
      for (const call of calls) await expect(call).rejects.toBeInstanceOf(EventLogUnavailableError);
      server.faults.thaw();
      // The frozen append was carried out late, or is now: either way it is there once.
      await open().append('a-1', 'noStream', events);
      expect(server.database.stream('a-1')).toHaveLength(1);
    });

    it('refuses with the typed error while the server is away, and works when it is back', async () => {
      const log = open({ appendMs: 60, readMs: 60, pageMs: 60 });
      await server.stop();
      await expect(log.head()).rejects.toBeInstanceOf(EventLogUnavailableError);
      await expect(log.append('a-1', 'noStream', [event()])).rejects.toBeInstanceOf(EventLogUnavailableError);
      await server.resume();
      const { position } = await open().append('a-1', 'noStream', [event()]);
      expect(await log.head()).toBe(position);
    });

    it('rides out a restart that is shorter than its deadline', async () => {
      const log = open();
      await log.append('a-1', 'noStream', [event()]);
      await server.stop();
      const appended = log.append('a-1', 0, [event()]);
      await server.resume();
      expect((await appended).revision).toBe(1);
    });

    it('makes a new client after repeated failures, and moves its subscriptions to it', async () => {
      const log = open({ appendMs: 30, readMs: 30, failuresOfAClient: 3, leastClientMs: 0 });
      const seen: string[] = [];
      let arrived: () => void = () => undefined;
      const arrival = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      log.subscribe({
        after: 0,
        batchSize: 10,
        onError: () => undefined,
        onBatch: async (events) => {
          seen.push(...events.map(({ stream }) => stream));
          if (seen.includes('a-last')) arrived();
        },
      });
      await open().append('a-first', 'noStream', [event()]);
      const before = server.connections;
      server.faults.freeze();
      for (let call = 0; call < 3; call += 1)
        await expect(log.readStream('a-1')).rejects.toThrow(EventLogUnavailableError);
      server.faults.thaw();
      await log.readStream('a-1');
      expect(server.connections).toBeGreaterThan(before);
      await open().append('a-last', 'noStream', [event()]);
      await arrival;
      expect(seen).toEqual(['a-first', 'a-last']);
    });

    it('leaves no stream open: more reads and subscriptions end early than a connection has room for', async () => {
      const log = open({ readMs: 150, failuresOfAClient: Number.POSITIVE_INFINITY });
      await log.append('a-1', 'noStream', [event()]);
      const connections = server.connections;
      server.faults.freeze();
      const reads = await Promise.allSettled(Array.from({ length: 120 }, () => log.readStream('a-1')));
      expect(reads.every(({ status }) => status === 'rejected')).toBe(true);
      server.faults.thaw();
      for (let count = 0; count < 120; count += 1) {
        await new Promise<void>((resolve) => {
          const subscription = log.subscribe({
            after: 0,
            batchSize: 10,
            onError: () => undefined,
            onBatch: async () => void subscription.close().then(resolve),
          });
        });
      }
      expect(await log.readAll(0, 10)).toHaveLength(1);
      expect(server.connections).toBe(connections);
    });

    it('refuses what can never be written, and tries it once', async () => {
      const log = open();
      const cyclic: { self?: object } = {};
      cyclic.self = cyclic;
      await expect(log.append('a-1', 'noStream', [event(cyclic)])).rejects.toBeInstanceOf(TypeError);
      expect(server.calls.get('append')).toBeUndefined();
      const large = event({ text: 'x'.repeat(1024 * 1024) });
      await expect(log.append('a-1', 'noStream', [large])).rejects.toBeInstanceOf(RangeError);
      await expect(log.append('a-1', 5, [event()])).rejects.toBeInstanceOf(WrongExpectedRevisionError);
      expect(server.calls.get('append')).toBe(2);
    });

    it('lets an append under way finish when it is closed, and then refuses', async () => {
      const log = open();
      const appended = log.append('a-1', 'noStream', [event()]);
      await log.close();
      expect((await appended).revision).toBe(0);
      await expect(log.readStream('a-1')).rejects.toBeInstanceOf(EventLogUnavailableError);
    });

    it('takes no position that a number can’t hold exactly', () => {
      expect(positionOf({ commit: 2n ** 53n - 1n })).toBe(Number.MAX_SAFE_INTEGER);
      expect(() => positionOf({ commit: 2n ** 53n })).toThrow(RangeError);
    });

    it.each([
      ['another scheme', 'http://127.0.0.1:2113'],
      ['no host', 'esdb://admin:secret@'],
      ['a password that would not be sent', 'esdb://admin:secret@127.0.0.1:2113?tls=false'],
      ['an unchecked certificate', 'esdb://admin:secret@127.0.0.1:2113?tlsVerifyCert=false'],
      ['made-up revisions', 'esdb://127.0.0.1:2113?tls=false&throwOnAppendFailure=false'],
    ])('refuses an address with %s, and does not repeat a password', (_, url) => {
      expect(() => new EventStoreEventLog(url)).toThrow(TypeError);
      expect(() => new EventStoreEventLog(url)).not.toThrow(/secret/);
    });
  });

  describe('on subscriptions', () => {
    /** Follows the log from its beginning; `until` resolves when an event of that stream has been handled. */
    function follow(log: EventStoreEventLog, options: { batchSize?: number; hold?: Promise<void> } = {}) {
      const seen: LoggedEvent[] = [];
      const told: string[] = [];
      const waiting = new Set<() => void>();
      const changed = () => {
        for (const check of waiting) check();
      };
      log.subscribe({
        after: 0,
        batchSize: options.batchSize ?? 20,
        onError: () => {
          told.push('error');
          changed();
        },
        onRecovered: () => {
          told.push('recovered');
          changed();
        },
        onBatch: async (events) => {
          await options.hold;
          seen.push(...events);
          changed();
        },
      });
      const when = (condition: () => boolean) =>
        new Promise<void>((resolve) => {
          const check = () => {
            if (!condition()) return;
            waiting.delete(check);
            resolve();
          };
          waiting.add(check);
          check();
        });
      const until = (stream: string) => when(() => seen.some((known) => known.stream === stream));
      return { seen, told, when, until };
    }

    /** What the server holds of ours, in its order. */
    const stored = () => server.database.all.filter(({ type }) => !type.startsWith('$')).map(({ id }) => id);
    const idsOf = (events: readonly LoggedEvent[]) => events.map(({ id }) => id);

    it('begins anew after the last handled event when the server was restarted, and tells so without a new event', async () => {
      const log = open();
      await log.append('a-1', 'noStream', [event(), event()]);
      const { seen, told, when, until } = follow(log);
      await until('a-1');
      await server.restart();
      await when(() => told.includes('recovered'));
      await log.append('a-2', 'noStream', [event()]);
      await until('a-2');
      expect(idsOf(seen)).toEqual(stored());
    });

    it('loses nothing when it is dropped as too slow', async () => {
      const log = open();
      let release: () => void = () => undefined;
      const hold = new Promise<void>((resolve) => {
        release = resolve;
      });
      await log.append('a-0', 'noStream', [event()]);
      const { seen, told, when, until } = follow(log, { hold, batchSize: 1 });
      server.faults.slowConsumerLimit = 20;
      const text = 'x'.repeat(8000);
      const times = (kind: string) => server.calls.get(kind) ?? 0;
      while (times('caughtUp') === 0) await log.head();
      for (let stream = 1; times('dropped') === 0 && stream < 500; stream += 1) {
        await log.append(`a-${stream}`, 'noStream', [event({ text })]);
      }
      release();
      expect(times('dropped')).toBe(1);
      await when(() => told.includes('recovered'));
      await log.append('a-last', 'noStream', [event()]);
      await until('a-last');
      expect(idsOf(seen)).toEqual(stored());
    });

    it('takes "caught up" as a hint, however often it is said', async () => {
      server.faults.repeatsCaughtUp = true;
      const log = open();
      const { seen, until } = follow(log);
      for (let stream = 0; stream < 30; stream += 1) await log.append(`a-${stream}`, 'noStream', [event()]);
      await until('a-29');
      expect(idsOf(seen)).toEqual(stored());
    });

    it('hands over from a slow catch-up to what is written meanwhile', async () => {
      const log = open();
      for (let stream = 0; stream < 150; stream += 1) await log.append(`a-${stream}`, 'noStream', [event()]);
      server.faults.catchUpPause = 2;
      const { seen, until } = follow(log);
      await until('a-10');
      for (let stream = 150; stream < 200; stream += 1)
        await log.append(`a-${stream}`, 'noStream', [event()]);
      await until('a-199');
      expect(idsOf(seen)).toEqual(stored());
    });

    it('notices a subscription that is silent while the log goes on', async () => {
      server.faults.silentSubscriptions = true;
      const log = open({ watchdogMs: 15 });
      const { seen, told, when, until } = follow(log);
      await log.append('a-1', 'noStream', [event()]);
      await when(() => told.includes('error'));
      server.faults.silentSubscriptions = false;
      await until('a-1');
      expect(told).toContain('recovered');
      expect(idsOf(seen)).toEqual(stored());
    });

    it('is quiet about a subscription that has nothing to say', async () => {
      const log = open({ watchdogMs: 1 });
      const { told, until } = follow(log);
      await log.append('a-1', 'noStream', [event()]);
      await until('a-1');
      const reads = server.calls.get('read') ?? 0;
      while ((server.calls.get('read') ?? 0) < reads + 20) await log.head();
      expect(told).toEqual([]);
    });

    it('notices a server that does not confirm, and one that does not tell its head', async () => {
      const log = open({ confirmMs: 30, watchdogMs: 30, readMs: 30 });
      const { seen, told, when, until } = follow(log);
      await open().append('a-1', 'noStream', [event()]);
      await until('a-1');
      server.faults.freeze();
      // The first time the watchdog has noticed; the times after that nobody has confirmed.
      await when(() => told.length >= 3);
      expect(told).toEqual(['error', 'error', 'error']);
      server.faults.thaw();
      await when(() => told.includes('recovered'));
      await open().append('a-2', 'noStream', [event()]);
      await until('a-2');
      expect(idsOf(seen)).toEqual(stored());
    });

    it('says so when it is to begin at a position that the server has never given out', async () => {
      const log = open();
      const { position } = await log.append('a-1', 'noStream', [event()]);
      await log.append('a-2', 'noStream', [event()]);
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
});
