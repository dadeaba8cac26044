import { DEADLINES } from '../../src/kernel/deadlines.js';
import { EventLogUnavailableError, WrongExpectedRevisionError } from '../../src/kernel/event-log.js';
import { release } from '../../src/infrastructure/event-log/eventstore/eventstore-client.js';
import { EventStoreEventLog } from '../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import { positionOf } from '../../src/infrastructure/event-log/eventstore/eventstore-events.js';
import { DEFAULT_TIMINGS } from '../../src/infrastructure/event-log/eventstore/eventstore-timings.js';
import { newEvent, useLogsOnStandIn } from '../support/eventstore/log-on-stand-in.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { expires } from '../support/expires.js';
import { Noted } from '../support/waits.js';

describe('the calls of EventStoreEventLog', () => {
  const logs = useLogsOnStandIn();

  const unavailable = { status: 'rejected', reason: expect.any(EventLogUnavailableError) };

  it('sends all appends over one call, without the client’s shared batches and cached probe', async () => {
    const log = logs.open();
    await log.append('a-1', 'noStream', [newEvent(), newEvent()]);
    await log.append('a-1', 1, [newEvent()]);
    expect(Object.fromEntries(logs.server.calls)).toEqual({ batchCall: 1, batchAppend: 2 });
  });

  it('tells the time on the clock of the server', async () => {
    const log = logs.open();
    const hour = 3_600_000;
    logs.server.faults.clockAheadMs = -hour;
    expect(Math.abs(Number(await log.serverTime()) + hour - Date.now())).toBeLessThan(60_000);
    logs.server.faults.clockAheadMs = null;
    await expect(log.serverTime()).rejects.toThrow('the event log does not tell its time');
  });

  it('retries an append whose connection was cut after the commit, and writes it once', async () => {
    const log = logs.open();
    logs.server.faults.cutAfterCommit = 3;
    const events = [newEvent(), newEvent()];
    const appended = await log.append('a-1', 'noStream', events);
    const stored = await log.readStream('a-1');
    expect(stored.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(appended).toEqual({ revision: 1, position: stored[1]?.position });
    expect(logs.server.calls.get('batchAppend')).toBe(4);
  });

  it('switches to the leader when a node is not the leader', async () => {
    const leader = await EventStoreStandIn.start();
    try {
      logs.server.faults.notLeader = { times: 1, leaderPort: leader.port };
      await logs.open().append('a-1', 'noStream', [newEvent()]);
      expect(leader.database.stream('a-1')).toHaveLength(1);
      expect(logs.server.database.stream('a-1')).toBeUndefined();
    } finally {
      await leader.stop();
    }
  });

  expires('EventStoreDB answer', async () => {
    const { ms } = DEADLINES['EventStoreDB answer'];
    const log = logs.open();
    const events = [newEvent()];
    logs.server.faults.freeze();
    const calls = [log.append('a-1', 'noStream', events), log.serverTime()];
    const ended = Promise.allSettled<unknown>(calls);
    for (const [times, share] of [0.7, 0.3].entries()) {
      await logs.server.calls.atLeast(times + 1, 'batchAppend');
      await logs.server.calls.atLeast(times + 1, 'getSupportedMethods');
      await logs.timer.advance(share * ms);
    }
    expect(await ended).toEqual(calls.map(() => unavailable));
    logs.server.faults.thaw();
    expect(await log.serverTime()).toBeInstanceOf(Date);
    // The frozen append was written late or is written now; in both cases it exists once.
    await log.append('a-1', 'noStream', events);
    expect(logs.server.database.stream('a-1')).toHaveLength(1);
  });

  expires('EventStoreDB silence', async () => {
    const log = logs.open({ pageMs: DEFAULT_TIMINGS.readMs });
    logs.server.faults.freeze();
    const calls = [
      log.append('a-2', 'any', [newEvent()]),
      log.readStream('a-1'),
      log.readAll(0, 10),
      log.head(),
    ];
    const ended = Promise.allSettled<unknown>(calls);
    for (const [times, share] of [0.7, 0.3].entries()) {
      await logs.server.calls.atLeast((times + 1) * calls.length, 'arrivedRead');
      await logs.timer.advance(share * DEADLINES['EventStoreDB silence'].ms);
    }
    expect(await ended).toEqual(calls.map(() => unavailable));
    logs.server.faults.thaw();
    expect(await log.head()).toBe(0);
  });

  expires('EventStoreDB close', async () => {
    const log = logs.open();
    await log.head();
    const client = log['connection']['client'];
    const hanging = jest.spyOn(client, 'dispose').mockReturnValue(new Promise(() => undefined));
    const closed = log.close();
    await logs.timer.advance(DEADLINES['EventStoreDB close'].ms);
    await closed;
    hanging.mockRestore();
    await release(client);
  });

  it('throws EventLogUnavailableError during an outage, and works after it', async () => {
    const log = logs.open();
    await logs.server.stop();
    const calls = [log.head(), log.append('a-1', 'noStream', [newEvent()])];
    const ended = Promise.allSettled<unknown>(calls);
    await logs.timer.advance(DEFAULT_TIMINGS.appendMs);
    expect(await ended).toEqual(calls.map(() => unavailable));
    await logs.server.resume();
    const { position } = await log.append('a-1', 'noStream', [newEvent()]);
    expect(await log.head()).toBe(position);
  });

  it('survives a restart that is shorter than its deadline', async () => {
    const log = logs.open();
    await log.append('a-1', 'noStream', [newEvent()]);
    await logs.server.stop();
    const appended = log.append('a-1', 0, [newEvent()]);
    await logs.server.resume();
    expect((await appended).revision).toBe(1);
  });

  it('creates a new client after repeated failures, and moves its subscriptions to it', async () => {
    const log = logs.open({ failuresOfAClient: 3 });
    const seen = new Noted<string>();
    log.subscribe({
      after: 0,
      batchSize: 10,
      onError: () => undefined,
      onBatch: async (events) => void seen.push(...events.map(({ stream }) => stream)),
    });
    await logs.open().append('a-first', 'noStream', [newEvent()]);
    const before = logs.server.connections;
    logs.server.faults.freeze();
    for (let call = 0; call < 3; call += 1) {
      await Promise.all([
        expect(log.readStream('a-1')).rejects.toThrow(EventLogUnavailableError),
        logs.timer.advance(DEFAULT_TIMINGS.readMs),
      ]);
    }
    logs.server.faults.thaw();
    await log.readStream('a-1');
    expect(logs.server.connections).toBeGreaterThan(before);
    await logs.open().append('a-last', 'noStream', [newEvent()]);
    await seen.atLeast(2);
    expect(seen).toEqual(['a-first', 'a-last']);
  });

  it('leaves no stream open after more reads and subscriptions than a connection allows', async () => {
    const log = logs.open({ failuresOfAClient: Number.POSITIVE_INFINITY });
    await log.append('a-1', 'noStream', [newEvent()]);
    const { connections } = logs.server;
    logs.server.faults.freeze();
    for (let round = 1; round <= 3; round += 1) {
      const reads = Array.from({ length: 50 }, () => log.readStream('a-1'));
      const ended = Promise.allSettled(reads);
      // A full connection would block the third fifty forever. Each is tried twice.
      await logs.server.calls.atLeast(100 * round - 50, 'arrivedRead');
      await logs.timer.advance(0.7 * DEFAULT_TIMINGS.readMs);
      await logs.server.calls.atLeast(100 * round, 'arrivedRead');
      await logs.timer.advance(0.3 * DEFAULT_TIMINGS.readMs);
      expect(await ended).toEqual(reads.map(() => unavailable));
    }
    logs.server.faults.thaw();
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
    expect(logs.server.connections).toBe(connections);
  });

  it('rejects events that cannot be written, without a retry', async () => {
    const log = logs.open();
    const cyclic: { self?: object } = {};
    cyclic.self = cyclic;
    await expect(log.append('a-1', 'noStream', [newEvent(cyclic)])).rejects.toBeInstanceOf(TypeError);
    expect(logs.server.calls.size).toBe(0);
    const large = newEvent({ text: 'x'.repeat(1024 * 1024) });
    await expect(log.append('a-1', 'noStream', [large])).rejects.toBeInstanceOf(RangeError);
    await expect(log.append('a-1', 5, [newEvent()])).rejects.toBeInstanceOf(WrongExpectedRevisionError);
    expect(Object.fromEntries(logs.server.calls)).toEqual({ append: 1, batchCall: 1, batchAppend: 1 });
  });

  it('completes a pending append when closed, and then rejects appends', async () => {
    const log = logs.open();
    const appended = log.append('a-1', 'noStream', [newEvent()]);
    await log.close();
    expect((await appended).revision).toBe(0);
    await expect(log.readStream('a-1')).rejects.toBeInstanceOf(EventLogUnavailableError);
  });

  it('rejects positions that are not safe integers', () => {
    expect(positionOf({ commit: 2n ** 53n - 1n })).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => positionOf({ commit: 2n ** 53n })).toThrow(RangeError);
  });

  it.each([
    ['another scheme', 'http://127.0.0.1:2113'],
    ['no host', 'esdb://admin:secret@'],
    ['a password that would be truncated', 'esdb://admin:secret:secret@127.0.0.1:2113'],
    ['a port that is not a number', 'esdb://admin:secret@127.0.0.1:port'],
    ['a missing certificate', 'esdb://admin:secret@127.0.0.1:2113?tlsCAFile=%2Fnone.pem'],
    ['a password that would not be sent', 'esdb://admin:secret@127.0.0.1:2113?tls=false'],
    ['an unverified certificate', 'esdb://admin:secret@127.0.0.1:2113?tlsVerifyCert=false'],
    ['unreliable revisions', 'esdb://127.0.0.1:2113?tls=false&throwOnAppendFailure=false'],
    ['an empty host', 'esdb://admin:secret@127.0.0.1:2113,'],
    ['reads by followers', 'esdb://admin:secret@127.0.0.1:2113,127.0.0.2:2113?nodePreference=follower'],
    ['several names', 'esdb+discover://admin:secret@log.test,other.test'],
  ])('rejects a URL with %s, without repeating its password', (_, url) => {
    expect(() => new EventStoreEventLog(url)).toThrow(TypeError);
    expect(() => new EventStoreEventLog(url)).not.toThrow(/secret/);
  });

  it.each(['esdb://127.0.0.1:', 'kurrentdb://127.0.0.1:', 'kdb://127.0.0.1:'])(
    'accepts the URL %s…',
    async (start) => {
      const log = logs.open({}, `${start}${logs.server.port}/?TLS=false&connectionName=footnote%20one`);
      expect(await log.head()).toBe(0);
    },
  );
});
