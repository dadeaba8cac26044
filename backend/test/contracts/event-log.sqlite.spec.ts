import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type EventLog,
  EventLogUnavailableError,
  type NewEvent,
  WrongExpectedRevisionError,
} from '../../src/kernel/event-log.js';
import { SqliteEventLog } from '../../src/infrastructure/event-log/sqlite-event-log.js';
import { eventLogSubscriptionContract } from './event-log-subscription.contract.js';
import { type LogUnderTest, eventLogContract } from './event-log.contract.js';

async function inAFile(): Promise<LogUnderTest> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-log-'));
  const file = path.join(folder, 'events.db');
  let log = new SqliteEventLog(file);
  return {
    log,
    isOnServer: false,
    reopen: async () => {
      await log.close();
      log = new SqliteEventLog(file);
      return log;
    },
    destroy: async () => {
      await log.close();
      await rm(folder, { recursive: true });
    },
  };
}

eventLogContract('SQLite', inAFile);
eventLogSubscriptionContract('SQLite', inAFile);

describe('a group commit of SQLite', () => {
  let under: LogUnderTest;
  beforeEach(async () => {
    under = await inAFile();
  });
  afterEach(() => under.destroy());

  const event = (id: string = crypto.randomUUID(), data: object = { n: 1 }): NewEvent => ({
    id,
    type: 'Happened',
    data,
    metadata: {},
  });
  const outcomes = async (...appends: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(appends)).map(({ status }) => status);
  const lengths = (log: EventLog, ...streams: readonly string[]) =>
    Promise.all(streams.map(async (stream) => (await log.readStream(stream)).length));

  it('writes the other appends when the second event of one append exists in another stream', async () => {
    const { log } = under;
    const known = event();
    await log.append('known', 'noStream', [known]);
    expect(
      await outcomes(
        log.append('first', 'noStream', [event()]),
        log.append('bad', 'noStream', [event(), known]),
        log.append('last', 'noStream', [event(), event()]),
      ),
    ).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await lengths(await under.reopen(), 'first', 'bad', 'last')).toEqual([1, 0, 2]);
  });

  it('writes the other appends when one append cannot be stored', async () => {
    const { log } = under;
    const unwritable = { ...event(), type: null as unknown as string };
    const bad = log.append('bad', 'noStream', [event(), unwritable]);
    expect(
      await outcomes(log.append('first', 'any', [event()]), bad, log.append('last', 'any', [event()])),
    ).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(bad).rejects.toBeInstanceOf(EventLogUnavailableError);
    expect(await lengths(await under.reopen(), 'first', 'bad', 'last')).toEqual([1, 0, 1]);
  });

  it('rejects only the append with the wrong revision', async () => {
    const { log } = under;
    await log.append('known', 'noStream', [event()]);
    const bad = log.append('known', 'noStream', [event()]);
    expect(await outcomes(log.append('first', 0, [event()]), bad, log.append('known', 0, [event()]))).toEqual(
      ['rejected', 'rejected', 'fulfilled'],
    );
    await expect(bad).rejects.toBeInstanceOf(WrongExpectedRevisionError);
    expect(await lengths(await under.reopen(), 'first', 'known')).toEqual([0, 2]);
  });
});
