import type { LoggedEvent } from '../../src/kernel/event-log.js';
import { LogReader } from '../../src/kernel/log/log-reader.js';
import { gate } from '../support/gate.js';
import { METADATA, useKernel } from '../support/test-kernel.js';
import { Notes, eventsFor } from '../support/notes.js';
import { Noted } from '../support/waits.js';

const testKernel = useKernel();
const { verify, appendUnknown } = eventsFor(testKernel);

describe('the log reader', () => {
  let decoded: number;
  let reader: LogReader;

  beforeEach(() => {
    decoded = 0;
    const { log, codec } = testKernel.storage;
    const counting = {
      decode: (events: readonly LoggedEvent[]) => {
        decoded += events.length;
        return codec.decode(events);
      },
    };
    reader = new LogReader(log, counting, () => undefined, testKernel.timer);
  });
  afterEach(() => reader.close());

  it('decodes each event once, however many consumers follow it', async () => {
    await reader.start();
    const { log } = testKernel.storage;
    log.readAll = () => Promise.reject(new Error('the log is read again'));
    const all = [new Notes(), new Notes(), new Notes()];
    for (const notes of all) notes.follow(reader, 0);
    const written = [await verify(), await verify('bob'), await verify('cleo')];
    // The log's own follower meets this once, before it has events in memory.
    await testKernel.timer.begun(50);
    await testKernel.timer.advance(50);
    await Promise.all(all.map((notes) => notes.given(3)));
    expect(all.map(({ seen }) => seen)).toEqual([written, written, written]);
    expect(decoded).toBe(3);
    expect(all.map(({ errors, recoveries }) => [errors, recoveries])).toEqual(all.map(() => [[], 0]));
  });

  it('tells of each event before it is decoded and a consumer gets it, also of one that it can not decode', async () => {
    const told = new Noted<string>();
    const { log, codec } = testKernel.storage;
    const decode: typeof codec.decode = (events) => {
      told.push(...events.map(({ position }) => `decoded ${position}`));
      return codec.decode(events);
    };
    const telling = new LogReader(
      log,
      { decode },
      () => undefined,
      testKernel.timer,
      (events) => told.push(...events.map(({ position }) => `taken ${position}`)),
    );
    await telling.start();
    const consumer = {
      name: 'test',
      after: 0,
      onError: () => undefined,
      onBatch: async ({ to }: { readonly to: number }) => void told.push(`given ${to}`),
    };
    telling.follow(consumer);
    const position = await verify();
    await told.atLeast(3);
    const odd = await appendUnknown();
    await told.atLeast(6);
    expect(told).toEqual([position, odd].flatMap((at) => [`taken ${at}`, `decoded ${at}`, `given ${at}`]));
    await telling.close();
  });

  it('delivers everything after a consumer’s position, from before the start and after it, without a gap', async () => {
    const before = [];
    for (let index = 0; index < 250; index += 1) before.push(await verify(`p${index}`));
    await reader.start();
    const notes = new Notes();
    notes.follow(reader, before[9] ?? 0);
    const after = await verify('last');
    await notes.given(241);
    expect(notes.seen).toEqual([...before.slice(10), after]);
  });

  it('waits for no consumer: a blocked one does not delay the others', async () => {
    await reader.start();
    const held = new Notes();
    const free = new Notes();
    const { open, opened } = gate();
    held.hold = opened;
    held.follow(reader, 0);
    free.follow(reader, 0);
    const written = [await verify(), await verify('bob')];
    await free.given(2);
    expect(held.seen).toEqual([]);
    open();
    await held.given(2);
    expect(held.seen).toEqual(written);
  });

  it('lets a consumer that fell behind the memory read the log itself, and rejoin', async () => {
    await reader.start();
    const late = new Notes();
    const free = new Notes();
    const { open, opened } = gate();
    late.hold = opened;
    late.follow(reader, 0);
    free.follow(reader, 0);
    const events = await testKernel.storage.codec.encode(
      Array.from({ length: 9000 }, () => ({
        id: crypto.randomUUID(),
        type: 'EmailVerified',
        data: { accountId: 'ada' },
        metadata: METADATA,
      })),
    );
    await verify('first');
    await testKernel.storage.log.append('account-many', 'noStream', events);
    await free.given(9001);
    const decodedOnce = decoded;
    expect(decodedOnce).toBe(9001);
    open();
    await late.given(9001);
    expect(late.seen).toEqual(free.seen);
    expect(decoded).toBeGreaterThan(decodedOnce);
    const known = decoded;
    await verify('last');
    await Promise.all([late.given(9002), free.given(9002)]);
    expect(decoded).toBe(known + 1);
  });

  it('records undecodable events before it delivers the batch, and continues', async () => {
    await reader.start();
    const notes = new Notes();
    notes.follow(reader, 0);
    const { kernel } = testKernel.storage;
    const recorded: unknown[] = [];
    reader.follow({
      name: 'strict',
      after: 0,
      onBatch: async ({ undecodable }) => {
        for (const { id } of undecodable) recorded.push(await kernel.get('quarantine', id));
      },
      onError: () => undefined,
    });
    const first = await verify();
    const odd = await appendUnknown();
    const last = await verify('bob');
    await notes.given(2);
    expect(notes.seen).toEqual([first, last]);
    expect(notes.undecodable).toEqual([odd]);
    expect(recorded).toMatchObject([{ position: odd, type: 'FromTomorrow' }]);
  });

  it('keeps no decoded event once it is asked to forget, and loses nothing for consumers that are behind', async () => {
    const ada = {
      accountId: 'ada',
      email: 'ada@example.org',
      emailHash: 'h',
      username: 'a',
      passwordHash: 'p',
    };
    const { keys } = testKernel.storage;
    await reader.start();
    const late = new Notes();
    const { open, opened } = gate();
    late.hold = opened;
    late.follow(reader, 0);
    const first = new Notes();
    first.follow(reader, 0);
    const written = [await verify('bob'), await testKernel.write('account-ada', 'AccountRegistered', ada)];
    await first.given(2);
    await keys.destroy('ada');
    reader.forget();
    const emails = new Noted<unknown>();
    reader.follow({
      name: 'behind',
      after: written[0] ?? 0,
      onBatch: async ({ events }) => {
        emails.push(...events.map(({ data }) => (data as { email?: unknown }).email));
      },
      onError: () => undefined,
    });
    open();
    await late.given(2);
    expect(late.seen).toEqual(written);
    await emails.atLeast(1);
    expect(emails).toEqual([null]);
  });

  it('stops at the end of a batch', async () => {
    await reader.start();
    const notes = new Notes();
    const { open, opened } = gate();
    notes.hold = opened;
    const subscription = notes.follow(reader, 0);
    const position = await verify();
    await new Promise((resolve) => setImmediate(resolve));
    const closed = subscription.close();
    open();
    await closed;
    expect(notes.seen).toEqual([position]);
    await verify('bob');
    await new Promise((resolve) => setImmediate(resolve));
    expect(notes.seen).toEqual([position]);
  });
});
