import path from 'node:path';
import {
  type EventLog,
  EventLogUnavailableError,
  type NewEvent,
  WrongExpectedRevisionError,
} from '../../src/kernel/event-log.js';
import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';
import { DEADLINES } from '../../src/kernel/deadlines.js';
import { expires } from '../support/expires.js';
import { useFolder } from '../support/folder.js';
import { TestTimer } from '../support/timer.js';
import { Noted } from '../support/waits.js';
import { eventLogSubscriptionContract } from './event-log-subscription.contract.js';
import { type LogUnderTest, eventLogContract } from './event-log.contract.js';

const file = path.join(useFolder(), 'events.db');
const under: LogUnderTest = { open: async () => new SqliteEventLog(file), isOnServer: false };

eventLogContract('SQLite', under);
eventLogSubscriptionContract('SQLite', under);

const event = (id: string = crypto.randomUUID(), data: object = { n: 1 }): NewEvent => ({
  id,
  type: 'Happened',
  data,
  metadata: {},
});

expires('log poll', async () => {
  const timer = new TestTimer();
  const [log, other] = [new SqliteEventLog(file, undefined, timer), new SqliteEventLog(file)];
  const seen = new Noted<string>();
  log.subscribe({
    after: 0,
    batchSize: 10,
    onError: (error) => seen.push(String(error)),
    onBatch: async (events) => void seen.push(...events.map(({ stream }) => stream)),
  });
  await timer.advance(0);
  await other.append('of another process', 'noStream', [event()]);
  await timer.advance(DEADLINES['log poll'].ms);
  await seen.atLeast(1);
  expect(seen).toEqual(['of another process']);
  await log.close();
  await other.close();
});

describe('a group commit of SQLite', () => {
  let log: SqliteEventLog;
  beforeEach(() => {
    log = new SqliteEventLog(file);
  });
  afterEach(() => log.close());
  const reopen = async () => {
    await log.close();
    log = new SqliteEventLog(file);
    return log;
  };

  const outcomes = async (...appends: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(appends)).map(({ status }) => status);
  const lengths = (reopened: EventLog, ...streams: readonly string[]) =>
    Promise.all(streams.map(async (stream) => (await reopened.readStream(stream)).length));

  it('writes the other appends when the second event of one append exists in another stream', async () => {
    const known = event();
    await log.append('known', 'noStream', [known]);
    expect(
      await outcomes(
        log.append('first', 'noStream', [event()]),
        log.append('bad', 'noStream', [event(), known]),
        log.append('last', 'noStream', [event(), event()]),
      ),
    ).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await lengths(await reopen(), 'first', 'bad', 'last')).toEqual([1, 0, 2]);
  });

  it('writes the other appends when one append cannot be stored', async () => {
    const unwritable = { ...event(), type: null as unknown as string };
    const bad = log.append('bad', 'noStream', [event(), unwritable]);
    expect(
      await outcomes(log.append('first', 'any', [event()]), bad, log.append('last', 'any', [event()])),
    ).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(bad).rejects.toBeInstanceOf(EventLogUnavailableError);
    expect(await lengths(await reopen(), 'first', 'bad', 'last')).toEqual([1, 0, 1]);
  });

  it('rejects only the append with the wrong revision', async () => {
    await log.append('known', 'noStream', [event()]);
    const bad = log.append('known', 'noStream', [event()]);
    expect(await outcomes(log.append('first', 0, [event()]), bad, log.append('known', 0, [event()]))).toEqual(
      ['rejected', 'rejected', 'fulfilled'],
    );
    await expect(bad).rejects.toBeInstanceOf(WrongExpectedRevisionError);
    expect(await lengths(await reopen(), 'first', 'known')).toEqual([0, 2]);
  });
});
