import type { LoggedEvent, Subscription } from '../../src/kernel/event-log.js';
import { LogReader } from '../../src/kernel/log/log-reader.js';
import { type EngineUnderTest, makeEngine } from '../support/engine.js';
import { eventually } from '../support/eventually.js';

/** A consumer that notes what it is given, and can be held or made to fail. */
class Notes {
  readonly seen: number[] = [];
  readonly undecodable: number[] = [];
  readonly errors: string[] = [];
  recoveries = 0;
  failures = 0;
  hold: Promise<void> = Promise.resolve();
  private readonly waiting: { count: number; done: () => void }[] = [];

  follow(reader: LogReader, after: number): Subscription {
    return reader.follow({
      name: 'notes',
      after,
      onBatch: async ({ events, undecodable }) => {
        await this.hold;
        if (this.failures > 0) {
          this.failures -= 1;
          throw new Error('not now');
        }
        this.seen.push(...events.map(({ position }) => position));
        this.undecodable.push(...undecodable.map(({ position }) => position));
        for (const one of this.waiting) if (this.seen.length >= one.count) one.done();
      },
      onError: (error) => this.errors.push((error as Error).message),
      onRecovered: () => {
        this.recoveries += 1;
      },
    });
  }

  /** Resolves when it has been given so many events. */
  given(count: number): Promise<void> {
    return new Promise((done) => {
      if (this.seen.length >= count) done();
      else this.waiting.push({ count, done });
    });
  }
}

describe('the log reader', () => {
  let engine: EngineUnderTest;
  let decoded: number;
  let reader: LogReader;

  beforeEach(async () => {
    engine = await makeEngine();
    decoded = 0;
    const { log, codec } = engine.engines;
    const counting = {
      decode: (events: readonly LoggedEvent[]) => {
        decoded += events.length;
        return codec.decode(events);
      },
    };
    reader = new LogReader(log, counting, () => undefined);
  });
  afterEach(async () => {
    await reader.close();
    await engine.destroy();
  });

  const verify = (accountId = 'ada') => engine.write(`account-${accountId}`, 'EmailVerified', { accountId });
  const appendUnknown = async () => {
    const event = { id: crypto.randomUUID(), type: 'FromTomorrow', data: {}, metadata: { version: 1 } };
    return (await engine.engines.log.append(`odd-${event.id}`, 'noStream', [event])).position;
  };

  it('decodes each event once, however many follow it', async () => {
    await reader.start();
    const { log } = engine.engines;
    log.readAll = () => Promise.reject(new Error('the log is read again'));
    const all = [new Notes(), new Notes(), new Notes()];
    for (const notes of all) notes.follow(reader, 0);
    const written = [await verify(), await verify('bob'), await verify('cleo')];
    await Promise.all(all.map((notes) => notes.given(3)));
    expect(all.map(({ seen }) => seen)).toEqual([written, written, written]);
    expect(decoded).toBe(3);
    expect(all.map(({ errors, recoveries }) => [errors, recoveries])).toEqual(all.map(() => [[], 0]));
  });

  it('gives a consumer everything after its position, from before the start and after it, without a gap', async () => {
    const before = [];
    for (let index = 0; index < 250; index += 1) before.push(await verify(`p${index}`));
    await reader.start();
    const notes = new Notes();
    notes.follow(reader, before[9] ?? 0);
    const after = await verify('last');
    await notes.given(241);
    expect(notes.seen).toEqual([...before.slice(10), after]);
  });

  it('waits for no consumer: one that is held stops no other', async () => {
    await reader.start();
    const held = new Notes();
    const free = new Notes();
    let release: () => void = () => undefined;
    held.hold = new Promise((resolve) => {
      release = resolve;
    });
    held.follow(reader, 0);
    free.follow(reader, 0);
    const written = [await verify(), await verify('bob')];
    await free.given(2);
    expect(held.seen).toEqual([]);
    release();
    await held.given(2);
    expect(held.seen).toEqual(written);
  });

  it('gives the same events again to a consumer that failed, and goes on with the others', async () => {
    await reader.start();
    const failing = new Notes();
    const free = new Notes();
    failing.failures = 2;
    failing.follow(reader, 0);
    free.follow(reader, 0);
    const written = [await verify(), await verify('bob')];
    await free.given(2);
    await failing.given(2);
    expect(failing.seen).toEqual(written);
    expect(failing.errors).toEqual(['not now', 'not now']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(failing.recoveries).toBe(1);
    expect(free.errors).toEqual([]);
  });

  it('lets a consumer that fell behind what is kept in memory read the log itself, and rejoin', async () => {
    await reader.start();
    const late = new Notes();
    const free = new Notes();
    let release: () => void = () => undefined;
    late.hold = new Promise((resolve) => {
      release = resolve;
    });
    late.follow(reader, 0);
    free.follow(reader, 0);
    const events = await engine.engines.codec.encode(
      Array.from({ length: 9000 }, () => ({
        id: crypto.randomUUID(),
        type: 'EmailVerified',
        data: { accountId: 'ada' },
        metadata: {
          at: '2026-11-21T12:00:00.000Z',
          actor: { kind: 'system' as const, id: null },
          requestId: null,
          $correlationId: 'test',
          $causationId: 'test',
        },
      })),
    );
    await verify('first');
    await engine.engines.log.append('account-many', 'noStream', events);
    await free.given(9001);
    const decodedOnce = decoded;
    expect(decodedOnce).toBe(9001);
    release();
    await late.given(9001);
    expect(late.seen).toEqual(free.seen);
    expect(decoded).toBeGreaterThan(decodedOnce);
    const known = decoded;
    await verify('last');
    await Promise.all([late.given(9002), free.given(9002)]);
    expect(decoded).toBe(known + 1);
  });

  it('records what cannot be decoded before it hands out the batch, and goes on', async () => {
    await reader.start();
    const notes = new Notes();
    notes.follow(reader, 0);
    const { kernel } = engine.engines;
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

  it('hands out nothing that it could not put into quarantine', async () => {
    const { kernel } = engine.engines;
    let isFull = true;
    const putMany = kernel.putMany.bind(kernel);
    kernel.putMany = async (...records) => {
      if (isFull) throw new Error('the disk is full');
      await putMany(...records);
    };
    const errors: unknown[] = [];
    const { log, codec, quarantine } = engine.engines;
    const strict = new LogReader(log, codec, (error) => errors.push(error));
    await strict.start();
    const notes = new Notes();
    notes.follow(strict, 0);
    const odd = await appendUnknown();
    const last = await verify();
    while (errors.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(notes.seen).toEqual([]);
    expect(strict.error).toBe('the disk is full');
    isFull = false;
    await notes.given(1);
    expect(notes.seen).toEqual([last]);
    expect(quarantine.all().map(({ position }) => position)).toEqual([odd]);
    expect(strict.error).toBeNull();
    await strict.close();
  });

  it('keeps nothing decoded once it is told to forget, and loses nothing for consumers that are behind', async () => {
    const ada = {
      accountId: 'ada',
      email: 'ada@example.org',
      emailHash: 'h',
      username: 'a',
      passwordHash: 'p',
    };
    const { keys } = engine.engines;
    await reader.start();
    const late = new Notes();
    let release: () => void = () => undefined;
    late.hold = new Promise((resolve) => {
      release = resolve;
    });
    late.follow(reader, 0);
    const first = new Notes();
    first.follow(reader, 0);
    const written = [await verify('bob'), await engine.write('account-ada', 'AccountRegistered', ada)];
    await first.given(2);
    await keys.destroy('ada');
    reader.forget();
    const emails: unknown[] = [];
    reader.follow({
      name: 'behind',
      after: written[0] ?? 0,
      onBatch: async ({ events }) => {
        emails.push(...events.map(({ data }) => (data as { email?: unknown }).email));
      },
      onError: () => undefined,
    });
    release();
    await late.given(2);
    expect(late.seen).toEqual(written);
    while (emails.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(emails).toEqual([null]);
  });

  it('starts once, and again after a failure', async () => {
    const { log } = engine.engines;
    const [head, subscribe] = [log.head.bind(log), log.subscribe.bind(log)];
    let subscriptions = 0;
    log.subscribe = (options) => {
      subscriptions += 1;
      return subscribe(options);
    };
    log.head = () => Promise.reject(new Error('no answer'));
    await expect(reader.start()).rejects.toThrow('no answer');
    log.head = head;
    await Promise.all([reader.start(), reader.start()]);
    await reader.start();
    expect(subscriptions).toBe(1);
    const notes = new Notes();
    notes.follow(reader, 0);
    const position = await verify();
    await notes.given(1);
    expect(notes.seen).toEqual([position]);
  });

  it('goes on with a consumer that only says what it fails with', async () => {
    await reader.start();
    let failures = 1;
    const seen: number[] = [];
    reader.follow({
      name: 'silent',
      after: 0,
      onBatch: async ({ to }) => {
        failures -= 1;
        if (failures === 0) throw new Error('not now');
        seen.push(to);
      },
      onError: () => undefined,
    });
    const notes = new Notes();
    notes.follow(reader, 0);
    const first = await verify();
    await eventually('it has met the first again', async () => seen.length === 1);
    const second = await verify('bob');
    await eventually('it has met the second', async () => seen.length === 2);
    expect(seen).toEqual([first, second]);
  });

  it('pauses after failures for times that double up to five seconds, and begins with the shortest again', async () => {
    const { log, codec } = engine.engines;
    const pauses: number[] = [];
    const patient = new LogReader(
      log,
      codec,
      () => undefined,
      async (milliseconds) => void pauses.push(milliseconds),
    );
    await patient.start();
    const notes = new Notes();
    notes.failures = 9;
    notes.follow(patient, 0);
    await verify();
    await notes.given(1);
    notes.failures = 1;
    await verify('bob');
    await notes.given(2);
    expect(pauses).toEqual([50, 100, 200, 400, 800, 1600, 3200, 5000, 5000, 50]);
    await patient.close();
  });

  it('ends every consumer when it is closed, also one that pauses', async () => {
    await reader.start();
    const notes = new Notes();
    notes.failures = Infinity;
    notes.follow(reader, 0);
    await verify();
    await eventually('it pauses', async () => notes.errors.length > 2);
    await reader.close();
    const { length } = notes.errors;
    await verify('bob');
    await new Promise((resolve) => setImmediate(resolve));
    expect(notes.errors).toHaveLength(length);
  });

  it('ends at the border of a batch', async () => {
    await reader.start();
    const notes = new Notes();
    let release: () => void = () => undefined;
    notes.hold = new Promise((resolve) => {
      release = resolve;
    });
    const subscription = notes.follow(reader, 0);
    const position = await verify();
    await new Promise((resolve) => setImmediate(resolve));
    const closed = subscription.close();
    release();
    await closed;
    expect(notes.seen).toEqual([position]);
    await verify('bob');
    await new Promise((resolve) => setImmediate(resolve));
    expect(notes.seen).toEqual([position]);
  });
});
