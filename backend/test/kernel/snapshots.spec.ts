import { type SnapshotSpec, aggregate as declare } from '../../src/kernel/aggregate.js';
import { event as declared } from '../../src/kernel/event.js';
import { id } from '../../src/kernel/field.js';
import type { LoggedEvent } from '../../src/kernel/event-log.js';
import {
  AggregateRepository,
  SNAPSHOT_EVERY,
  Snapshots,
} from '../../src/kernel/commands/aggregate-repository.js';
import { useKernel } from '../support/test-kernel.js';
import { statesBesideOthers } from '../support/aggregate-cache.js';

/** How often an account was verified, and when last. */
const counter = (more: { snapshot?: SnapshotSpec; lastEventIsState?: boolean } = {}) =>
  declare('count', {
    id: () => 'a',
    initial: { count: 0, at: '' },
    events: { EmailVerified: declared({ accountId: id }, '{actor} verified {accountId}.') },
    ...more,
  }).rules({
    evolve: { EmailVerified: ({ count }, _, at) => ({ count: count + 1, at }) },
    decide: {},
  });

const plain = counter({ snapshot: { version: 1, isPersonal: false } });
const personal = counter({ snapshot: { version: 1, isPersonal: true } });
const STREAM = 'count-ada';

const testKernel = useKernel();

describe('snapshots of streams', () => {
  let read: number;

  beforeEach(() => {
    read = 0;
  });

  /** States with an empty cache, as after a start. */
  const cold = (logId: string | null = 'log-1') => {
    const { log, codec, kernel, keys } = testKernel.storage;
    const counted = async (events: Promise<LoggedEvent[]>) => {
      read += (await events).length;
      return events;
    };
    const counting = {
      readStream: (stream: string, from?: number) => counted(log.readStream(stream, from)),
      readLast: async (stream: string) => {
        const [last] = await counted(log.readLast(stream).then((event) => (event ? [event] : [])));
        return last ?? null;
      },
    };
    return new AggregateRepository(
      counting,
      codec,
      statesBesideOthers(),
      new Snapshots(kernel, keys, () => logId),
    );
  };
  const write = async (times: number, at = '2026-11-21T12:00:00.000Z') => {
    for (let time = 0; time < times; time += 1) {
      await testKernel.write(STREAM, 'EmailVerified', { accountId: 'ada' }, at);
    }
  };

  it('never replaces a later state with an earlier one', async () => {
    await write(2);
    const streams = cold();
    const current = await streams.load(counter(), STREAM);
    streams.advance(counter(), STREAM, { state: { count: 1 }, revision: 0, position: 1 });
    expect(streams.known.recall(STREAM)).toBe(current);
  });

  it('deletes one state, or all', async () => {
    await write(1);
    const streams = cold();
    await streams.load(counter(), STREAM);
    streams.known.forget('another');
    expect(streams.known.recall(STREAM)).toBeDefined();
    streams.known.forget(STREAM);
    expect(streams.known.recall(STREAM)).toBeUndefined();
    await streams.load(counter(), STREAM);
    streams.forgetAll();
    expect(streams.known.recall(STREAM)).toBeUndefined();
  });

  it('reads a long stream from its start once, and after the next start only the new events', async () => {
    await write(SNAPSHOT_EVERY);
    const loaded = await cold().load(plain, STREAM);
    read = 0;
    expect(await cold().load(plain, STREAM)).toEqual(loaded);
    expect(read).toBe(0);
    await write(2);
    expect((await cold().load(plain, STREAM)).state).toMatchObject({ count: SNAPSHOT_EVERY + 2 });
    expect(read).toBe(2);
  });

  it('does not store a short stream', async () => {
    await write(SNAPSHOT_EVERY - 1);
    await cold().load(plain, STREAM);
    expect(await testKernel.storage.kernel.list('snapshot')).toEqual([]);
  });

  it('stores nothing for a missing stream, or before the identity of the log is known', async () => {
    const { kernel, keys } = testKernel.storage;
    const state = { state: { count: 0, at: '' }, revision: null, position: 0 };
    await new Snapshots(kernel, keys, () => 'log-1').keep(plain, STREAM, state);
    await new Snapshots(kernel, keys, () => null).keep(plain, STREAM, { ...state, revision: 1, position: 2 });
    expect(await kernel.list('snapshot')).toEqual([]);
    await write(SNAPSHOT_EVERY);
    await cold().load(plain, STREAM);
    expect(await new Snapshots(kernel, keys, () => null).find(plain, STREAM)).toBeNull();
  });

  it('fails no command when it cannot be stored', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', note);
    const failing = { find: async () => null, keep: () => Promise.reject(new Error('the disk is full')) };
    const { log, codec } = testKernel.storage;
    const state = { state: { count: 200, at: '' }, revision: SNAPSHOT_EVERY - 1, position: 1 };
    new AggregateRepository(log, codec, statesBesideOthers(), failing).advance(plain, STREAM, state);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('is stored when commands have made a stream long', async () => {
    const streams = cold();
    const at = (revision: number) => ({ state: { count: revision + 1, at: '' }, revision, position: 1 });
    streams.advance(plain, STREAM, at(SNAPSHOT_EVERY - 2));
    expect(await testKernel.storage.kernel.list('snapshot')).toEqual([]);
    streams.advance(plain, STREAM, at(SNAPSHOT_EVERY - 1));
    // Nobody waits for a snapshot, but writes are carried out in order.
    await testKernel.storage.kernel.put('later', 'a', {});
    expect(await testKernel.storage.kernel.list('snapshot')).toHaveLength(1);
  });

  it.each([
    ['another version of the aggregate', counter({ snapshot: { version: 2, isPersonal: false } }), 'log-1'],
    ['another log', plain, 'log-2'],
    ['an aggregate without snapshots', counter(), 'log-1'],
  ])('is ignored for %s', async (_, aggregate, logId) => {
    await write(SNAPSHOT_EVERY);
    await cold().load(plain, STREAM);
    read = 0;
    expect((await cold(logId).load(aggregate, STREAM)).state).toMatchObject({ count: SNAPSHOT_EVERY });
    expect(read).toBe(SNAPSHOT_EVERY);
  });

  it('encrypts a personal state, and the stream is read instead once the key is destroyed', async () => {
    const { kernel, keys } = testKernel.storage;
    await keys.create('ada');
    await write(SNAPSHOT_EVERY);
    await cold().load(personal, STREAM);
    const [stored] = await kernel.list('snapshot');
    expect(JSON.stringify(stored)).not.toContain('2026-11-21');
    read = 0;
    expect((await cold().load(personal, STREAM)).state).toMatchObject({ count: SNAPSHOT_EVERY });
    expect(read).toBe(0);
    await keys.destroy('ada');
    expect((await cold().load(personal, STREAM)).state).toMatchObject({ count: SNAPSHOT_EVERY });
    expect(read).toBe(SNAPSHOT_EVERY);
  });

  it('neither gives nor stores a personal state of a person who is erased, although the key is there', async () => {
    const { kernel, keys } = testKernel.storage;
    await keys.create('ada');
    await write(SNAPSHOT_EVERY);
    await cold().load(personal, STREAM);
    const erased = new Snapshots(
      kernel,
      keys,
      () => 'log-1',
      (person) => person === 'ada',
    );
    expect(await erased.find(personal, STREAM)).toBeNull();
    await erased.scrub();
    await erased.keep(personal, STREAM, { state: { count: 1, at: '' }, revision: 0, position: 1 });
    expect(await kernel.list('snapshot')).toEqual([]);
  });

  it('stores no personal state without a key, and is empty after a scrub', async () => {
    const { kernel, keys } = testKernel.storage;
    await write(SNAPSHOT_EVERY);
    await cold().load(personal, STREAM);
    expect(await kernel.list('snapshot')).toEqual([]);
    await keys.create('ada');
    await cold().load(personal, STREAM);
    expect(await kernel.list('snapshot')).toHaveLength(1);
    await new Snapshots(kernel, keys, () => 'log-1').scrub();
    expect(await kernel.list('snapshot')).toEqual([]);
  });
});
