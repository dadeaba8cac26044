import path from 'node:path';
import * as field from '../../src/kernel/field.js';
import { aggregate } from '../../src/kernel/aggregate.js';
import { causedBy, systemRun } from '../../src/kernel/causation.js';
import { AggregateRepository, type Snapshots } from '../../src/kernel/commands/aggregate-repository.js';
import { AggregateCache } from '../../src/kernel/commands/aggregate-cache.js';
import { Like } from '../../src/domain/like/like.js';
import { type EventLog, EventLogUnavailableError, type LoggedEvent } from '../../src/kernel/event-log.js';
import { event } from '../../src/kernel/event.js';
import { EventCodec } from '../../src/kernel/log/codec.js';
import { openSqlite } from '../../src/infrastructure/sqlite/sqlite.js';
import { UndecodableError } from '../../src/kernel/undecodable.js';
import { looseEvent, useKernel } from '../support/test-kernel.js';
import { headConditions, statesBesideOthers, statesWithoutLease } from '../support/aggregate-cache.js';

/** Keeps a personal text, and the number of texts so far. */
const initial: { count: number; text: string | null; at: string | null } = { count: 0, text: null, at: null };
const notes = aggregate('notes', {
  id: ({ person }: { person: string }) => person,
  initial,
  events: {
    Noted: event({ person: field.id, text: field.personal('person', field.text) }, '{actor} wrote a note.'),
  },
}).rules({
  evolve: { Noted: ({ count }, { text: noted }, at) => ({ count: count + 1, text: noted, at }) },
  decide: { Note: (_: { person: string }) => [] },
});

const testKernel = useKernel();

describe('the states of streams', () => {
  let codec: EventCodec;
  let read: number;
  let reads: number;
  /** What a read of a stream waits for before it is answered. */
  let held: Promise<void>;
  let counting: Pick<EventLog, 'readStream' | 'readLast'>;
  let states: AggregateRepository;

  beforeEach(async () => {
    read = 0;
    reads = 0;
    held = Promise.resolve();
    const { log, keys } = testKernel.storage;
    codec = new EventCodec(keys, {
      Noted: looseEvent({
        version: 1,
        personal: { subject: 'person', fields: ['text'], createsKey: true },
      }),
      Liked: looseEvent(),
      Unliked: looseEvent(),
    });
    const counted = async <Found extends readonly LoggedEvent[]>(found: Found) => {
      read += found.length;
      reads += 1;
      await held;
      return found;
    };
    counting = {
      readStream: async (stream, from) => counted(await log.readStream(stream, from)),
      readLast: async (stream) =>
        (await counted([await log.readLast(stream)].filter((e) => e !== null)))[0] ?? null,
    };
    states = new AggregateRepository(counting, codec, statesBesideOthers());
  });

  /** The states of a process that alone writes to the log. */
  const statesOfOnlyWriter = (snapshots: Pick<Snapshots, 'find'> | null = null) => {
    const conditions = headConditions();
    const keeping = snapshots && { ...snapshots, keep: async () => undefined };
    return {
      conditions,
      states: new AggregateRepository(counting, codec, new AggregateCache(conditions), keeping),
    };
  };

  const append = async (stream: string, type: string, data: object, at = '2026-11-21T12:00:00.000Z') => {
    const actor = { kind: 'system' as const, id: null };
    const metadata = { at, actor, requestId: null, $correlationId: 'test', $causationId: 'test' };
    const events = await codec.encode([{ id: crypto.randomUUID(), type, data, metadata }]);
    await testKernel.storage.log.append(stream, 'any', events);
  };
  const note = (text: string, at?: string) => append('notes-ann', 'Noted', { person: 'ann', text }, at);

  it('are the initial state for a missing stream', async () => {
    expect(await states.of(notes, 'ann')).toBe(notes.initial);
  });

  it('are folded once, with the times of the events, and updated with new events', async () => {
    await note('one');
    await note('two', '2026-11-21T12:00:01.000Z');
    const state = { count: 2, text: 'two', at: '2026-11-21T12:00:01.000Z' };
    expect(await states.toRead(notes, 'ann')).toEqual(state);
    expect(read).toBe(2);
    const known = await states.of(notes, 'ann');
    expect(read).toBe(2);
    expect(await states.of(notes, 'ann')).toBe(known);
    await note('three');
    expect(await states.of(notes, 'ann')).toMatchObject({ count: 3, text: 'three' });
    expect(read).toBe(3);
  });

  it('are not read again while they are at the head', async () => {
    await note('one');
    const { conditions, states: alone } = statesOfOnlyWriter();
    const known = await alone.of(notes, 'ann');
    expect(await alone.of(notes, 'bob')).toBe(notes.initial);
    reads = 0;
    expect(await alone.of(notes, 'ann')).toBe(known);
    expect(await alone.toRead(notes, 'ann')).toBe(known);
    expect(await alone.of(notes, 'bob')).toBe(notes.initial);
    expect(reads).toBe(0);
    await note('two');
    alone.known.see([{ stream: 'notes-ann', revision: 1 }]);
    expect(await alone.of(notes, 'ann')).toMatchObject({ count: 2, text: 'two' });
    expect(reads).toBe(1);
    conditions.lease.isHeld = false;
    await alone.of(notes, 'ann');
    expect(reads).toBe(2);
  });

  it('are read from the start while an event of the stream is in quarantine', async () => {
    for (const text of ['one', 'two']) await note(text);
    const snapshots = { find: async () => ({ state: notes.initial, revision: 1, position: 2 }) };
    const { conditions, states: alone } = statesOfOnlyWriter(snapshots);
    expect((await alone.of(notes, 'ann')).count).toBe(0);
    conditions.quarantined.add('notes-ann');
    expect((await alone.of(notes, 'ann')).count).toBe(2);
  });

  it('of a toggle use only its last event, however often it was switched', async () => {
    const data = { postId: 'p', userId: 'bob' };
    for (let press = 0; press < 50; press += 1)
      await append('like-p-bob', press % 2 ? 'Unliked' : 'Liked', data);
    expect(await states.of(Like, 'p-bob')).toEqual({ given: false });
    expect(read).toBe(1);
    await append('like-p-bob', 'Liked', data);
    expect(await states.of(Like, 'p-bob')).toEqual({ given: true });
    expect(read).toBe(2);
  });

  it.each([
    ['the first', 0],
    ['one in the middle', 1],
  ])('are unknown while an event is missing: %s', async (_, revision) => {
    for (const text of ['one', 'two', 'three']) await note(text);
    const database = openSqlite(path.join(testKernel.dataDir, 'events.db'), { durability: 'full' });
    database.run('DELETE FROM events WHERE revision = ?', revision);
    database.close();
    await expect(states.of(notes, 'ann')).rejects.toThrow('the event before it is missing in the log');
    await expect(states.of(notes, 'ann')).rejects.toThrow(UndecodableError);
  });

  it('are unknown when an event after the cached state is missing', async () => {
    await note('one');
    await states.of(notes, 'ann');
    for (const text of ['two', 'three']) await note(text);
    const database = openSqlite(path.join(testKernel.dataDir, 'events.db'), { durability: 'full' });
    database.run('DELETE FROM events WHERE revision = 1');
    database.close();
    await expect(states.of(notes, 'ann')).rejects.toThrow(UndecodableError);
  });

  it('are served to readers from the cache while the log is away, or not at all', async () => {
    const { log } = testKernel.storage;
    let isAway = false;
    let asked = 0;
    const away = new AggregateRepository(
      {
        readStream: (stream, from) => {
          asked += 1;
          return isAway
            ? Promise.reject(new EventLogUnavailableError('no answer'))
            : log.readStream(stream, from);
        },
        readLast: (stream) => log.readLast(stream),
      },
      codec,
      statesWithoutLease(),
      null,
      () => asked > 2,
    );
    await note('one');
    expect(await away.toRead(notes, 'ann')).toMatchObject({ text: 'one' });
    isAway = true;
    expect(await away.toRead(notes, 'ann')).toMatchObject({ text: 'one' });
    expect(await away.toRead(notes, 'bob')).toBeNull();
    expect(asked).toBe(3);
    expect(await away.toRead(notes, 'ann')).toMatchObject({ text: 'one' });
    expect(asked).toBe(3);
    await expect(away.of(notes, 'ann')).rejects.toThrow(EventLogUnavailableError);
    // A request that only shows something gets what is known.
    const showing = { ...systemRun('test', '1'), isRead: true };
    expect(await causedBy(showing, () => away.of(notes, 'ann'))).toMatchObject({ text: 'one' });
    await expect(causedBy(showing, () => away.of(notes, 'bob'))).rejects.toThrow(EventLogUnavailableError);
  });

  it('forget decrypted data once its key is destroyed (V14.2.2)', async () => {
    await note('a secret');
    expect((await states.of(notes, 'ann')).text).toBe('a secret');
    await testKernel.storage.keys.destroy('ann');
    states.forgetAll();
    expect(await states.of(notes, 'ann')).toMatchObject({ count: 1, text: null });
  });

  it('are not cached again by a read that started before they were forgotten', async () => {
    await note('a secret');
    let release = (): void => undefined;
    held = new Promise((resolve) => (release = resolve));
    const late = states.of(notes, 'ann');
    states.forgetAll();
    release();
    expect((await late).text).toBe('a secret');
    expect(states.known.recall('notes-ann')).toBeUndefined();
  });
});
