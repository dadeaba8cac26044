import { catalogue } from '../../src/domain/events.js';
import type { Catalogue } from '../../src/kernel/event.js';
import { EventCodec } from '../../src/kernel/log/codec.js';
import { LogReader } from '../../src/kernel/log/log-reader.js';
import { Quarantine } from '../../src/kernel/log/quarantine.js';
import { type Consumers, QuarantineRetry } from '../../src/kernel/log/quarantine-retry.js';
import { buildViews } from '../../src/kernel/views/build-views.js';
import { CurrentViews } from '../../src/kernel/views/current-views.js';
import { Projector } from '../../src/kernel/views/projector.js';
import type { Projection } from '../../src/projections/view.js';
import { TestClock } from '../support/app.js';
import { METADATA, documentsOf, looseEvent, looseProjection, useKernel } from '../support/test-kernel.js';

interface Tune {
  readonly notes: readonly string[];
}

/** Records the events in the order in which it folds them: a late fold would show. */
const tune = looseProjection<Tune>({
  name: 'tune',
  on: {
    NotePlayed: {
      ids: () => ['tune'],
      fold: (document, { data }) => ({ notes: [...(document?.notes ?? []), String(data.note)] }),
    },
  },
});
const other = looseProjection<Tune>({
  name: 'other',
  on: { EmailVerified: { ids: () => ['other'], fold: () => ({ notes: [] }) } },
});

/** The events that today's program knows, and those of a later one. */
const today = { ...catalogue, NotePlayed: looseEvent() };
const tomorrow = {
  ...catalogue,
  NotePlayed: looseEvent({ version: 2, upcast: { 1: (data) => data } }),
  NoteHeld: looseEvent(),
};

const testKernel = useKernel();

describe('the quarantine', () => {
  let lines: string[];
  let running: { projector: Projector; reader: LogReader } | null;
  beforeEach(() => {
    lines = [];
    running = null;
  });
  afterEach(() => stop());

  const clock = new TestClock();
  const logger = {
    info: () => undefined,
    error: (_: unknown, line: string) => {
      lines.push(line);
    },
  };
  const open = () => Quarantine.open(testKernel.storage.kernel, clock, logger);
  const stop = async () => {
    await running?.projector.stop();
    await running?.reader.close();
    running = null;
  };

  /** A program that knows these events, with its views and what it delivered to reactions. */
  const start = async (facts: Catalogue, projections: readonly Projection<object>[] = [tune, other]) => {
    await stop();
    const { log, store } = testKernel.storage;
    const quarantine = await open();
    const codec = new EventCodec(testKernel.storage.keys, facts, quarantine);
    const parts = { log, store, codec };
    const reader = new LogReader(log, codec, () => undefined, testKernel.timer);
    const build = (builds: Parameters<typeof buildViews>[1]) => buildViews(parts, builds, () => undefined);
    const projector = new Projector(
      parts,
      reader,
      projections,
      new CurrentViews(),
      build,
      logger,
      testKernel.timer,
    );
    running = { projector, reader };
    const delivered: string[] = [];
    const rebuilt: string[] = [];
    const consumers: Consumers = {
      hearing: (types) => projector.hearing(types),
      rebuild: async (views) => {
        rebuilt.push(...views);
        await projector.rebuild(views);
      },
      deliver: async (events) => {
        delivered.push(...events.map(({ type, data }) => `${type} ${(data as { note?: string }).note}`));
      },
    };
    const retry = new QuarantineRetry(log, codec, quarantine, consumers, logger);
    await projector.start();
    return { quarantine, projector, retry, delivered, rebuilt, consumers };
  };
  const play = async (note: string, version = 1, type = 'NotePlayed') => {
    const event = { id: crypto.randomUUID(), type, data: { note }, metadata: { ...METADATA, version } };
    const { position } = await testKernel.storage.log.append(`tune-${note}`, 'any', [event]);
    return { position, id: event.id };
  };
  const notes = async () => (await documentsOf(testKernel, tune)).get('tune');

  it('is stored by the active process only: another one may be an older program, and refuses the streams itself', async () => {
    const [standby, active] = [await open(), await open()];
    let isActive = false;
    standby.mayStore = () => isActive;
    const told: string[] = [];
    active.onWritten = () => told.push('active');
    standby.onWritten = () => told.push('standby');
    const item = { id: 'e', stream: 'tune-e', position: 7, type: 'NoteHeld', revision: 0, reason: 'unknown' };
    await standby.record([item]);
    await standby.record([item]);
    expect([standby.has('tune-e'), lines.length]).toEqual([true, 1]);
    expect((await open()).isEmpty).toBe(true);
    await standby.refresh();
    expect(standby.has('tune-e')).toBe(true);
    isActive = true;
    await standby.record([item]);
    await active.refresh();
    expect(active.has('tune-e')).toBe(true);
    await active.release(['e']);
    expect(told).toEqual(['standby', 'active']);
  });

  it('records undecodable events, once and durably, and the views continue', async () => {
    const { quarantine, projector } = await start(today);
    await play('a');
    const { id, position } = await play('b', 2);
    const last = await play('c');
    expect(await projector.views.seen(['tune', 'other'], last.position, 'gathered view')).toBe(true);
    expect(await notes()).toMatchObject({ notes: ['a', 'c'] });
    const record = {
      id,
      stream: 'tune-b',
      position,
      type: 'NotePlayed',
      reason: expect.stringContaining('has version 2'),
      since: clock.now().toISOString(),
    };
    expect(quarantine.all()).toEqual([record]);
    expect((await open()).all()).toEqual([record]);
    expect(await testKernel.storage.kernel.list('quarantine')).toEqual([{ key: id, value: record }]);
    clock.advance(1000);
    await quarantine.record([{ ...record, reason: 'again' }]);
    expect((await open()).all()).toEqual([record]);
    expect(lines).toEqual([`the event ${id} of tune-b is in quarantine`]);
  });

  it('knows the streams of its events, and the position from which each type is incomplete', async () => {
    const { quarantine, projector } = await start(today);
    const first = await play('b', 2);
    await play('c', 3);
    const held = await play('d', 1, 'NoteHeld');
    await projector.views.seen(['tune'], held.position, 'gathered view');
    expect(quarantine.byType()).toEqual(
      new Map([
        ['NotePlayed', { events: 2, first: first.position }],
        ['NoteHeld', { events: 1, first: held.position }],
      ]),
    );
    expect(['tune-a', 'tune-b', 'tune-c', 'tune-d'].filter((stream) => quarantine.has(stream))).toEqual([
      'tune-b',
      'tune-c',
      'tune-d',
    ]);
    expect(quarantine.isEmpty).toBe(false);
  });

  it('includes what other processes have recorded', async () => {
    const quarantine = await open();
    const item = { id: 'x', stream: 's-1', position: 7, type: 'NoteHeld', reason: 'torn' };
    await (await open()).record([item]);
    expect(quarantine.has('s-1')).toBe(false);
    await quarantine.refresh();
    expect(quarantine.all()).toMatchObject([item]);
  });

  it('lets nothing pass that it could not record', async () => {
    const quarantine = await open();
    const codec = new EventCodec(testKernel.storage.keys, today, quarantine);
    await play('b', 2);
    testKernel.storage.kernel.putMany = () => Promise.reject(new Error('the disk is full'));
    await expect(codec.decode(await testKernel.storage.log.readAll(0, 10))).rejects.toThrow(
      'the disk is full',
    );
    expect(quarantine.isEmpty).toBe(true);
  });

  it('keeps everything while nothing can be decoded yet, and rebuilds no view', async () => {
    const { projector, retry, consumers, delivered } = await start(today);
    consumers.rebuild = () => Promise.reject(new Error('nothing is to be built'));
    const { position } = await play('b', 2);
    await projector.views.seen(['tune'], position, 'gathered view');
    expect(await retry.retry()).toEqual({ decoded: [], views: [], left: 1 });
    expect(delivered).toEqual([]);
  });

  it('folds nothing late: once an event can be decoded, its views are rebuilt, and reactions get it', async () => {
    const before = await start(today);
    await play('a');
    await play('b', 2);
    await play('h', 1, 'NoteHeld');
    const { position } = await play('c');
    await before.projector.views.seen(['tune', 'other'], position, 'gathered view');

    const { quarantine, retry, rebuilt, delivered, projector } = await start(tomorrow);
    await projector.views.seen(['tune', 'other'], position, 'gathered view');
    expect(await notes()).toMatchObject({ notes: ['a', 'c'] });
    expect(await retry.retry()).toMatchObject({
      decoded: [{ type: 'NotePlayed' }, { type: 'NoteHeld' }],
      views: ['tune'],
      left: 0,
    });
    expect(await notes()).toMatchObject({ notes: ['a', 'b', 'c'] });
    expect(rebuilt).toEqual(['tune']);
    expect(delivered).toEqual(['NotePlayed b', 'NoteHeld h']);
    expect(quarantine.isEmpty).toBe(true);
    expect((await open()).isEmpty).toBe(true);
    expect(await retry.retry()).toEqual({ decoded: [], views: [], left: 0 });
  });

  it.each(['rebuild', 'deliver'] as const)(
    'keeps an event when the retry fails at %s, and repeats it all',
    async (step) => {
      const before = await start(today);
      const { position } = await play('b', 2);
      await before.projector.views.seen(['tune'], position, 'gathered view');
      const { quarantine, retry, consumers, rebuilt, delivered } = await start(tomorrow);
      const works = consumers[step] as (items: never) => Promise<void>;
      Object.assign(consumers, { [step]: () => Promise.reject(new Error('no room')) });
      await expect(retry.retry()).rejects.toThrow('no room');
      expect(quarantine.has('tune-b')).toBe(true);
      Object.assign(consumers, { [step]: works });
      await retry.retry();
      expect(quarantine.isEmpty).toBe(true);
      expect(rebuilt).toContain('tune');
      expect(delivered).toEqual(['NotePlayed b']);
    },
  );

  it('runs one retry after the other', async () => {
    const before = await start(today);
    const { position } = await play('b', 2);
    await before.projector.views.seen(['tune'], position, 'gathered view');
    const { retry, rebuilt, delivered } = await start(tomorrow);
    const [first, second] = await Promise.all([retry.retry(), retry.retry()]);
    expect([first.decoded.length, second.decoded.length]).toEqual([1, 0]);
    expect([rebuilt, delivered]).toEqual([['tune'], ['NotePlayed b']]);
  });

  it('records an event once that a decision and the reader find at the same time', async () => {
    const quarantine = await open();
    const item = { id: 'x', stream: 's-1', position: 7, type: 'NoteHeld', reason: 'torn' };
    await Promise.all([quarantine.record([item]), quarantine.record([item])]);
    expect(lines).toEqual(['the event x of s-1 is in quarantine']);
    await quarantine.record([{ ...item, id: 'w', position: 3 }]);
    expect(quarantine.all().map(({ id }) => id)).toEqual(['w', 'x']);
    expect(quarantine.byType().get('NoteHeld')).toEqual({ events: 2, first: 3 });
  });

  it('retries in the background at a start, and reports a failure', async () => {
    const before = await start(today);
    const { position } = await play('b', 2);
    await before.projector.views.seen(['tune'], position, 'gathered view');
    const { retry, consumers } = await start(tomorrow);
    consumers.rebuild = () => Promise.reject(new Error('no room'));
    retry.retrySoon();
    // Runs after the one in the background, and reports its failure itself.
    await expect(retry.retry()).rejects.toThrow('no room');
    expect(lines.filter((line) => line === 'the retry of the quarantine failed')).toHaveLength(1);
  });
});
