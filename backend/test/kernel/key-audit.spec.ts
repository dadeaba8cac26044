import path from 'node:path';
import { catalogue } from '../../src/domain/events.js';
import { SqliteKeyRing } from '../../src/infrastructure/key-ring/sqlite-key-ring.js';
import type { LoggedEvent } from '../../src/kernel/event-log.js';
import { EventCodec } from '../../src/kernel/log/codec.js';
import { KeyAudit } from '../../src/kernel/log/key-audit.js';
import { METADATA, useKernel } from '../support/test-kernel.js';

const testKernel = useKernel();

describe('an audit of the keys', () => {
  let keys: SqliteKeyRing;
  let codec: EventCodec;
  /** How many decoded events each page had, in order. */
  let pages: number[];
  let failures: unknown[];
  beforeEach(() => {
    pages = [];
    failures = [];
    bring('keys.db');
  });
  afterEach(() => keys.close());

  /** Replaces the keys, as after a restart. */
  const bring = (file: string) => {
    keys = new SqliteKeyRing(path.join(testKernel.dataDir, file));
    codec = new EventCodec(keys, catalogue, testKernel.storage.quarantine);
  };
  const bringAnother = async (file: string) => {
    await keys.close();
    bring(file);
  };
  const audit = (onPage: () => void = () => undefined) => {
    const { log, kernel } = testKernel.storage;
    const watched = {
      decode: async (events: readonly LoggedEvent[]) => {
        pages.push(events.length);
        onPage();
        return codec.decode(events);
      },
      get newestPerson() {
        return codec.newestPerson;
      },
    };
    const logger = { info: () => undefined, error: (error: unknown) => void failures.push(error) };
    return new KeyAudit({ log, codec: watched, keys, kernel }, logger);
  };
  const register = async (accountId: string) => {
    const data = { accountId, email: `${accountId}@example.org`, emailHash: accountId, username: accountId };
    const type = 'AccountRegistered';
    const events = await codec.encode([
      { id: crypto.randomUUID(), type, data: { ...data, passwordHash: 'p' }, metadata: METADATA },
    ]);
    await testKernel.storage.log.append(`account-${accountId}`, 'noStream', events);
  };
  /** More events than a page holds. */
  const appendMany = () => {
    const events = Array.from({ length: 1200 }, () => ({
      id: crypto.randomUUID(),
      type: 'EmailVerified',
      data: { accountId: 'ann' },
      metadata: { ...METADATA, version: 1 },
    }));
    return testKernel.storage.log.append('account-many', 'noStream', events);
  };
  const mark = () => testKernel.storage.kernel.get('keys', 'mark');
  const inQuarantine = () => testKernel.storage.quarantine.all().map(({ stream }) => stream);

  it('reads nothing while the keys are those of the last start, and records who registered since', async () => {
    await register('ann');
    const first = audit();
    await first.run();
    expect(await mark()).toEqual({ size: 1, newest: 'ann' });
    await register('bob');
    await first.stop();
    expect(await mark()).toEqual({ size: 2, newest: 'bob' });
    // A start before anyone has registered.
    codec = new EventCodec(keys, catalogue, testKernel.storage.quarantine);
    await audit().run();
    expect(await mark()).toEqual({ size: 2, newest: 'bob' });
    expect([pages, failures]).toEqual([[], []]);
  });

  it('records nothing when no one has registered', async () => {
    await audit().run();
    await audit().run();
    expect(await mark()).toEqual({ size: 0, newest: null });
    expect(pages).toEqual([]);
  });

  it('reads the whole log once when the key store knows fewer people, and quarantines their events', async () => {
    await register('ann');
    await register('bob');
    await audit().run();
    await bringAnother('earlier.db');
    await keys.create('bob');
    const bobs = await keys.find(['bob']);
    expect(bobs.size).toBe(1);
    await audit().run();
    expect(pages).toEqual([2]);
    expect(inQuarantine()).toEqual(['account-ann', 'account-bob']);
    expect(failures).toHaveLength(1);
    expect(await mark()).toEqual({ size: 1, newest: 'bob' });
    await audit().run();
    expect(pages).toEqual([2]);
  });

  it('reads the log when the newest person is unknown, even if the number of people is the same', async () => {
    await register('ann');
    await audit().run();
    await bringAnother('earlier.db');
    for (const name of ['bob', 'cleo']) await keys.create(name);
    await audit().run();
    expect(inQuarantine()).toEqual(['account-ann']);
    // The unknown people have been found.
    expect(await mark()).toEqual({ size: 2, newest: null });
    await audit().run();
    expect(pages).toEqual([1]);
  });

  it('counts a newest person who was erased as known', async () => {
    await register('ann');
    await audit().run();
    await keys.destroy('ann');
    await audit().run();
    expect(pages).toEqual([]);
  });

  it('stops at the end of a page, and starts over at the next start', async () => {
    await register('ann');
    await audit().run();
    await appendMany();
    await bringAnother('earlier.db');
    let stopped: Promise<void> = Promise.resolve();
    const begun = audit(() => (stopped = begun.stop()));
    await begun.run();
    await stopped;
    expect(pages).toEqual([1000]);
    expect(await mark()).toEqual({ size: 1, newest: 'ann' });
    await audit().run();
    expect(pages).toEqual([1000, 1000, 201]);
    expect(await mark()).toEqual({ size: 0, newest: null });
  });

  it('reads the whole log at the next start when it was stopped, though as many people have registered since', async () => {
    await register('ann');
    await appendMany();
    await testKernel.storage.kernel.put('keys', 'mark', { size: 1, newest: null });
    await bringAnother('earlier.db');
    let stopped: Promise<void> = Promise.resolve();
    const cut = audit(() => (stopped = cut.stop()));
    await cut.run();
    await stopped;
    expect(pages).toEqual([1000]);
    await register('bob');
    await audit().run();
    expect(pages).toEqual([1000, 1000, 202]);
    expect(await mark()).toEqual({ size: 1, newest: 'bob' });
    await audit().run();
    expect(pages).toHaveLength(3);
  });

  it('writes no mark at a stop when it was stopped before its end and as many people have registered since', async () => {
    await testKernel.storage.kernel.put('keys', 'mark', { size: 1, newest: null });
    await register('ann');
    await bringAnother('earlier.db');
    let stopped: Promise<void> = Promise.resolve();
    const cut = audit(() => {
      stopped = keys.create('bob').then(() => cut.stop());
    });
    await cut.run();
    await stopped;
    await cut.stop();
    expect(await mark()).toEqual({ size: 1, newest: null });
  });

  it('stays pending until the next start when it failed, and reports the failure', async () => {
    await register('ann');
    await audit().run();
    await bringAnother('earlier.db');
    const failing = audit(() => {
      throw new Error('the disk is full');
    });
    failing.runSoon();
    await failing.stop();
    expect(failures.map((error) => (error as Error).message)).toEqual([
      'it lacks people that it knew',
      'the disk is full',
    ]);
    expect(await mark()).toEqual({ size: 1, newest: 'ann' });
  });

  it('is not marked as done when it failed and as many people have registered since', async () => {
    await testKernel.storage.kernel.put('keys', 'mark', { size: 1, newest: null });
    await register('ann');
    await bringAnother('earlier.db');
    const failing = audit(() => {
      throw new Error('the disk is full');
    });
    await expect(failing.run()).rejects.toThrow('the disk is full');
    await register('bob');
    await failing.stop();
    expect(await mark()).toEqual({ size: 1, newest: null });
  });

  it('is not marked as done by a stop before it ran', async () => {
    await register('ann');
    await audit().run();
    await bringAnother('earlier.db');
    await audit().stop();
    expect(await mark()).toEqual({ size: 1, newest: 'ann' });
  });
});
