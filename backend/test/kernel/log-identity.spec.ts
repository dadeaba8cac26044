import { randomUUID } from 'node:crypto';
import { copyFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { RandomIds, SystemClock } from '../../src/infrastructure/clock/system-clock.js';
import { openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { IDENTITY_STREAM } from '../../src/kernel/log/identity-stream.js';
import {
  ForeignKeysError,
  KernelStoreLostError,
  LogIdentity,
  WrongLogError,
} from '../../src/kernel/log/log-identity.js';
import { FormatError } from '../../src/kernel/format-error.js';
import { KeysLostError } from '../../src/kernel/log/key-check.js';
import { DataFolderLease } from '../../src/kernel/leases/data-folder-lease.js';
import { LeaseLostError } from '../../src/kernel/lease.js';
import { SqliteKernelStore } from '../../src/infrastructure/kernel-store/sqlite-kernel-store.js';
import { buildViews } from '../../src/kernel/views/build-views.js';
import { useKernel } from '../support/test-kernel.js';
import { claim, tally } from '../support/tally.js';

const testKernel = useKernel();

describe('the identity of a log', () => {
  const identity = () =>
    new LogIdentity({ ...testKernel.storage, clock: new SystemClock(), ids: new RandomIds() });
  const file = (name: string) => path.join(testKernel.dataDir, name);
  const types = async () => (await testKernel.storage.log.readAll(0, 100)).map(({ type }) => type);

  /** Starts like the program, waits until the views have seen everything, and stops. */
  const run = async (location: string | null = null) => {
    const { projector } = testKernel.projector([tally()]);
    const id = await identity().establish(await projector.open(), location);
    await projector.start();
    expect(await projector.views.seen(['tally'], await testKernel.storage.log.head(), 'gathered view')).toBe(
      true,
    );
    await projector.stop();
    await identity().note();
    await testKernel.reopen();
    return id;
  };
  /** Copies the log away, or back over the current one. */
  const copyLog = async (from: string, to: string) => {
    await testKernel.storage.close();
    for (const part of ['', '-wal', '-shm']) await rm(file(`${to}${part}`), { force: true });
    await copyFile(file(from), file(to));
    await testKernel.reopen();
  };
  const withoutLog = async () => {
    await testKernel.storage.close();
    for (const part of ['', '-wal', '-shm']) await rm(file(`events.db${part}`), { force: true });
    await testKernel.reopen();
  };
  const createLog = (log: string, format = 1) =>
    testKernel.write(IDENTITY_STREAM, 'LogCreated', { log, format });
  const register = (accountId: string) =>
    testKernel.write(`account-${accountId}`, 'AccountRegistered', {
      accountId,
      email: `${accountId}@example.org`,
      emailHash: accountId,
      username: accountId,
      passwordHash: 'p',
    });
  const change = (name: string, sql: string) => {
    const database = openSqlite(file(name), { durability: 'normal' });
    database.exec(sql);
    database.close();
  };

  it('is created once, at the first start, and recorded in every store', async () => {
    const id = await run();
    await claim(testKernel, 'ada');
    expect(await run()).toBe(id);
    expect(await types()).toEqual(['LogCreated', 'UsernameClaimed']);
    expect((await testKernel.storage.log.readLast('log-identity'))?.data).toEqual({ log: id, format: 1 });
    expect(await testKernel.storage.keys.logId()).toBe(id);
    const view = await testKernel.storage.store.open({ name: 'tally', generation: 'v1-1', indexes: [] });
    const [, last] = await testKernel.storage.log.readAll(0, 10);
    expect(await view.origin()).toEqual({ log: id, position: last?.position, eventId: last?.id });
    expect(await testKernel.storage.kernel.get('log', 'origin')).toEqual(await view.origin());
  });

  it.each([
    ['an older format', 0, () => testKernel.write(IDENTITY_STREAM, 'LogCreated', { log: 'old' })],
    ['a later format', 2, () => createLog('later', 2)],
    ['events and no id', 0, () => register('eve')],
  ])('refuses a log with %s, and changes nothing', async (_, format, write) => {
    await write();
    const before = await types();
    const { keys, kernel } = testKernel.storage;
    const message = `The log has format ${format}, and this version of Footnote reads format 1 only`;
    await expect(identity().establish([], null)).rejects.toThrow(FormatError);
    for (const place of [null, '/data on one']) {
      await expect(identity().establish([], place)).rejects.toThrow(message);
      await expect(identity().takeOver(place)).rejects.toThrow(message);
    }
    await expect(identity().assertOwn()).rejects.toThrow(message);
    expect(await types()).toEqual(before);
    expect([await keys.logId(), await kernel.list('log')]).toEqual([null, []]);
  });

  it('is recorded in a view that another process built, without a later event', async () => {
    const id = await run();
    await claim(testKernel, 'ada');
    const { projector } = testKernel.projector([tally()], async (builds) => {
      // A separate process does not know the log.
      testKernel.storage.store.log = null;
      await buildViews(testKernel.storage, builds, () => undefined);
      testKernel.storage.store.log = id;
    });
    await identity().establish(await projector.open(), null);
    await projector.start();
    await projector.rebuild(['tally']);
    await projector.stop();
    const view = await testKernel.storage.store.open({ name: 'tally', generation: 'v1-2', indexes: [] });
    expect(await view.origin()).toMatchObject({ log: id, position: 2 });
  });

  it('is found behind events that only a later program knows, and the log is claimed after them', async () => {
    const id = await run();
    const later = { id: randomUUID(), type: 'LogSplit', data: {}, metadata: { version: 1 } };
    await testKernel.storage.log.append(IDENTITY_STREAM, 'any', [later]);
    expect(await run('/data')).toBe(id);
    expect(await types()).toEqual(['LogCreated', 'LogSplit', 'LogClaimed']);
  });

  it('rejects a log when the views have seen more events than it contains', async () => {
    await run();
    await copyLog('events.db', 'backup.db');
    await claim(testKernel, 'ada');
    await run();
    await copyLog('backup.db', 'events.db');
    await expect(run()).rejects.toThrow(WrongLogError);
    expect(await types()).toEqual(['LogCreated']);
  });

  it('rejects an older log that has since grown beyond the views', async () => {
    await run();
    await copyLog('events.db', 'backup.db');
    await claim(testKernel, 'ada');
    await run();
    await copyLog('backup.db', 'events.db');
    // Only the views know of it.
    await testKernel.storage.kernel.remove('log', 'origin');
    for (let index = 0; index < 5; index += 1) await claim(testKernel, 'bob');
    await expect(run()).rejects.toThrow('The view tally v1-1 has seen event 2, which this log does not have');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['an empty log', async () => undefined],
    ['another log', () => createLog('another')],
  ])('rejects %s beside used views', async (_, fill) => {
    await run();
    await claim(testKernel, 'ada');
    await run();
    await testKernel.storage.kernel.remove('log', 'origin');
    change('keys.db', 'DELETE FROM log');
    await withoutLog();
    await fill();
    const before = await types();
    await expect(run()).rejects.toThrow(/npm run recover/);
    expect(await types()).toEqual(before);
  });

  it('rejects an empty log beside views without an origin', async () => {
    await claim(testKernel, 'ada');
    const { projector } = testKernel.projector([tally()]);
    await projector.start();
    await projector.views.seen(['tally'], 1, 'gathered view');
    await projector.stop();
    await withoutLog();
    await expect(run()).rejects.toThrow('The view tally v1-1 has seen event 1, and the log ends at 0');
    expect(await types()).toEqual([]);
  });

  it('rejects an empty log beside a used kernel store, even without views', async () => {
    await run();
    await testKernel.storage.close();
    change('keys.db', 'DELETE FROM log');
    await rm(file('views'), { recursive: true });
    await testKernel.reopen();
    await withoutLog();
    await expect(run()).rejects.toThrow('The kernel store comes from another log; this one was never used');
  });

  it('rejects keys of another log', async () => {
    await run();
    change('keys.db', "UPDATE log SET id = 'another'");
    await expect(run()).rejects.toThrow(ForeignKeysError);
    const id = await identity().takeOver(null);
    expect(await run()).toBe(id);
    expect(await testKernel.storage.keys.logId()).toBe(id);
  });

  /** Puts another log with a person in it, whose key is missing, beside the stores of the first log. */
  const bringAnotherLog = async () => {
    await run();
    await claim(testKernel, 'ada');
    await run();
    await withoutLog();
    await createLog('another');
    for (const person of ['eve', 'bob']) await register(person);
    change('keys.db', 'DELETE FROM keys');
  };

  it('is checked before the keys, so that another log is not taken for lost keys', async () => {
    await bringAnotherLog();
    await expect(run()).rejects.toThrow('The kernel store comes from another log');
    // With every record of the first log removed but its view.
    await testKernel.storage.kernel.remove('log', 'origin');
    change('keys.db', 'DELETE FROM log');
    await expect(run()).rejects.toThrow('The view tally v1-1 comes from another log');
    expect(await types()).toEqual(['LogCreated', 'AccountRegistered', 'AccountRegistered']);
  });

  it('refuses a kernel store that is empty beside a log that was used, until recover adopts it', async () => {
    await run();
    await claim(testKernel, 'ada');
    await testKernel.storage.close();
    for (const part of ['', '-wal', '-shm']) await rm(file(`kernel.db${part}`), { force: true });
    await testKernel.reopen();
    await expect(run()).rejects.toThrow(KernelStoreLostError);
    expect(await testKernel.storage.kernel.list('log')).toEqual([]);
    await identity().takeOver(null);
    await run();
  });

  it('takes no first start that was killed before it recorded anything for a lost kernel store', async () => {
    await createLog('first');
    await expect(run()).resolves.toBe('first');
  });

  it('is recorded nowhere for a log whose keys are lost', async () => {
    await createLog('lost');
    await register('eve');
    change('keys.db', 'DELETE FROM keys');
    await expect(identity().establish([], null)).rejects.toThrow(KeysLostError);
    expect(await types()).toEqual(['LogCreated', 'AccountRegistered']);
    expect(await testKernel.storage.keys.logId()).toBeNull();
    expect(await testKernel.storage.kernel.get('log', 'origin')).toBeNull();
  });

  it('is taken over without a check of the keys; the next start reports the lost ones', async () => {
    await bringAnotherLog();
    const id = await identity().takeOver(null);
    expect(await testKernel.storage.keys.logId()).toBe(id);
    await expect(identity().establish([], null)).rejects.toThrow(KeysLostError);
    await identity().assertOwn();
  });

  it('is required before the loss of keys is accepted: another log, an empty one and foreign keys are refused', async () => {
    await expect(identity().assertOwn()).rejects.toThrow('The log is empty');
    await bringAnotherLog();
    await expect(identity().assertOwn()).rejects.toThrow(WrongLogError);
    await testKernel.storage.kernel.remove('log', 'origin');
    await expect(identity().assertOwn()).rejects.toThrow(ForeignKeysError);
    expect(await types()).toEqual(['LogCreated', 'AccountRegistered', 'AccountRegistered']);
  });

  it('is still valid for views whose origin is behind their checkpoint', async () => {
    await run();
    await claim(testKernel, 'ada');
    await run();
    await claim(testKernel, 'ada');
    // As by a process that does not know the log: the checkpoint moves, and the event stays.
    change('views/tally_v1-1.db', 'UPDATE progress SET checkpoint = 3');
    await run();
    expect(await testKernel.storage.store.current('tally')).toBe('v1-1');
  });

  it('lets one of two data folders have the log when both claim it at once', async () => {
    await run('/data on one');
    const { kernel, log } = testKernel.storage;
    await kernel.remove('log', 'owner');
    const claims = () => types().then((all) => all.filter((type) => type === 'LogClaimed').length);
    const readStream = log.readStream.bind(log);
    let isClaimed = false;
    // The other claim does not exist yet when this one looks.
    log.readStream = async (stream, from) =>
      (await readStream(stream, from)).filter(({ type }) => isClaimed || type !== 'LogClaimed');
    const add = kernel.add.bind(kernel);
    kernel.add = async (...record) => {
      isClaimed = true;
      return add(...record);
    };
    await expect(identity().establish([], '/data on two')).rejects.toThrow(
      'The log belongs to the data folder /data on one',
    );
    expect(await claims()).toBe(1);
  });

  it('names the data folder that owns a shared log, and gives the log to another only by a takeover', async () => {
    await run('/data on one');
    await run('/data on one');
    expect(await types()).toEqual(['LogCreated', 'LogClaimed']);
    await testKernel.storage.close();
    for (const name of await readdir(testKernel.dataDir)) {
      if (name !== 'events.db') await rm(file(name), { recursive: true });
    }
    await testKernel.reopen();
    await expect(run('/data on two')).rejects.toThrow(
      'The log belongs to the data folder /data on one, and this one is /data on two',
    );
    await identity().takeOver('/data on two');
    await run('/data on two');
    expect((await testKernel.storage.log.readLast(IDENTITY_STREAM))?.data).toMatchObject({
      place: '/data on two',
    });
  });

  it('tells the data folder that had a shared log that another one has taken it over', async () => {
    const kernel = new SqliteKernelStore(file('other-kernel.db'));
    const parts = { ...testKernel.storage, kernel, clock: new SystemClock(), ids: new RandomIds() };
    const [one, two] = [identity(), new LogIdentity(parts)];
    const lease = new DataFolderLease(one);
    // It may be renewed before it is claimed, and by a folder that takes it over.
    await new DataFolderLease(two).renew();
    await lease.acquire();
    await lease.renew();
    await one.establish([], '/data on one');
    await lease.renew();
    await new DataFolderLease(two).renew();
    await two.takeOver('/data on two');
    await expect(lease.renew()).rejects.toThrow(LeaseLostError);
    await new DataFolderLease(two).renew();
    await lease.release();
    await kernel.close();
  });
});
