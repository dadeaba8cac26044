import { EventLogUnavailableError } from '../../src/kernel/event-log.js';
import { EventStoreEventLog } from '../../src/infrastructure/event-log/eventstore/eventstore-event-log.js';
import { newEvent } from '../support/eventstore/log-on-stand-in.js';
import {
  DEFAULT_TIMINGS,
  type EventStoreTimings,
} from '../../src/infrastructure/event-log/eventstore/eventstore-timings.js';
import { EventStoreStandIn } from '../support/eventstore/stand-in.js';
import { PatientTimer } from '../support/timer.js';
import { Noted } from '../support/waits.js';

/** How long a call may wait for the server. An hour that ends shows that the breaker ended it. */
const AN_HOUR_MS = 3_600_000;

describe('the breaker of EventStoreEventLog', () => {
  let server: EventStoreStandIn;
  let log: EventStoreEventLog;
  /** 'away' and 'back', as they were reported. */
  let news: Noted<string>;
  let timer: PatientTimer;
  const open = (timings: Partial<EventStoreTimings>) => {
    const onAway = (reason: unknown) => void news.push(reason === null ? 'back' : 'away');
    log = new EventStoreEventLog(
      server.url,
      { probePauseMs: 20, leastClientMs: 0, ...timings },
      onAway,
      timer,
    );
  };
  beforeEach(async () => {
    server = await EventStoreStandIn.start();
    news = new Noted();
    timer = new PatientTimer();
  });
  afterEach(async () => {
    server.faults.thaw();
    await log.close();
    await server.stop();
  });
  /** Waits until calls fail, not only their connection, and lets so much time pass that the server counts as away. */
  const failing = async () => {
    await timer.pauses.atLeast(2, 'two failures');
    await timer.advance(DEFAULT_TIMINGS.breakAfterMs);
  };
  const unavailable = { status: 'rejected', reason: expect.any(EventLogUnavailableError) };
  const isBack = () => news.atLeast(2, 'the return of the server');

  it('ends all waiting calls when one was not answered in time, and rejects the next without a call', async () => {
    open({ appendMs: AN_HOUR_MS, pageMs: AN_HOUR_MS });
    await log.append('a-1', 'noStream', [newEvent()]);
    server.faults.freeze();
    const waiting = [log.append('a-1', 0, [newEvent()]), log.readAll(0, 10), log.readStream('a-1')];
    const ended = Promise.allSettled<unknown>(waiting);
    await timer.advance(DEFAULT_TIMINGS.readMs);
    expect(await ended).toEqual(waiting.map(() => unavailable));
    expect(news).toEqual(['away']);

    const appends = server.calls.get('batchAppend');
    await expect(log.append('a-1', 0, [newEvent()])).rejects.toThrow('does not answer: appending to a-1');
    await expect(log.readAll(0, 10)).rejects.toThrow(EventLogUnavailableError);
    expect(server.calls.get('batchAppend')).toBe(appends);
  });

  it('serves again when the server does, and a repeated append is written once', async () => {
    open({ appendMs: AN_HOUR_MS });
    const events = [newEvent()];
    server.faults.freeze();
    const calls = [log.append('a-1', 'noStream', events), log.readStream('a-1')];
    const ended = Promise.allSettled<unknown>(calls);
    await server.calls.atLeast(1, 'batchAppend');
    await timer.advance(DEFAULT_TIMINGS.readMs);
    expect(await ended).toEqual(calls.map(() => unavailable));
    server.faults.thaw();
    await isBack();
    await log.append('a-1', 'noStream', events);
    expect(server.database.stream('a-1')?.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  });

  it('counts a server that refuses connections as away before a call has used up its time', async () => {
    open({});
    await log.append('a-1', 'noStream', [newEvent()]);
    await server.stop();
    const refused = log.append('a-1', 0, [newEvent()]);
    await Promise.all([expect(refused).rejects.toThrow(EventLogUnavailableError), failing()]);
    await server.resume();
    await isBack();
    expect((await log.append('a-1', 0, [newEvent()])).revision).toBe(1);
  });

  it('notices that the server is away without a call, because the log is followed', async () => {
    open({ firstPauseMs: 20, longestPauseMs: 50 });
    const seen = new Noted<string>();
    log.subscribe({
      after: 0,
      batchSize: 10,
      onError: () => undefined,
      onBatch: async (events) => void seen.push(...events.map(({ stream }) => stream)),
    });
    await log.append('a-1', 'noStream', [newEvent()]);
    await server.stop();
    await failing();
    await news.atLeast(1, 'the loss of the server');
    await server.resume();
    await isBack();
    await log.append('a-2', 'noStream', [newEvent()]);
    await seen.atLeast(2);
    expect(seen).toEqual(['a-1', 'a-2']);
  });

  it('lets a server be slow: a stall that is shorter than a call causes no error', async () => {
    open({});
    await log.append('a-1', 'noStream', [newEvent()]);
    server.faults.freeze();
    const waiting = [log.append('a-1', 0, [newEvent()]), log.readStream('a-1')];
    await Promise.all([server.calls.atLeast(2, 'batchAppend'), server.calls.atLeast(1, 'arrivedRead')]);
    await timer.advance(2 * DEFAULT_TIMINGS.breakAfterMs);
    server.faults.thaw();
    await Promise.all<unknown>(waiting);
    expect(news).toEqual([]);
    expect(server.database.stream('a-1')).toHaveLength(2);
  });

  it('does not count the server as away for a position that it does not know', async () => {
    open({ breakAfterMs: 0, firstPauseMs: 5, longestPauseMs: 5 });
    const { position } = await log.append('a-1', 'noStream', [newEvent()]);
    await log.append('a-2', 'noStream', [newEvent()]);
    const errors = new Noted<unknown>();
    log.subscribe({
      after: position + 1,
      batchSize: 10,
      onError: (error) => errors.push(error),
      onBatch: async () => undefined,
    });
    await errors.atLeast(4);
    expect(news).toEqual([]);
  });
});
