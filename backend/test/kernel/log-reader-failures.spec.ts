import { LogReader } from '../../src/kernel/log/log-reader.js';
import { readerOf, useKernel } from '../support/test-kernel.js';
import { Notes, eventsFor } from '../support/notes.js';
import { Noted } from '../support/waits.js';

const testKernel = useKernel();
const { verify, appendUnknown } = eventsFor(testKernel);

describe('the log reader, after a failure', () => {
  let reader: LogReader;
  beforeEach(() => {
    reader = readerOf(testKernel.storage, testKernel.timer);
  });
  afterEach(() => reader.close());
  /** Lets a pause pass, once it has begun. */
  const passes = async (milliseconds: number) => {
    await testKernel.timer.begun(milliseconds);
    await testKernel.timer.advance(milliseconds);
  };

  it('delivers the same events again to a consumer that failed, and continues with the others', async () => {
    await reader.start();
    const failing = new Notes();
    const free = new Notes();
    failing.failures = 2;
    failing.follow(reader, 0);
    free.follow(reader, 0);
    const written = [await verify(), await verify('bob')];
    await free.given(2);
    await passes(50);
    await passes(100);
    await failing.given(2);
    expect(failing.seen).toEqual(written);
    expect(failing.errors).toEqual(['not now', 'not now']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(failing.recoveries).toBe(1);
    expect(free.errors).toEqual([]);
  });

  it('delivers nothing that it could not put into quarantine', async () => {
    const { kernel } = testKernel.storage;
    let isFull = true;
    const putMany = kernel.putMany.bind(kernel);
    kernel.putMany = async (...records) => {
      if (isFull) throw new Error('the disk is full');
      await putMany(...records);
    };
    const errors = new Noted<unknown>();
    const { log, codec, quarantine } = testKernel.storage;
    const strict = new LogReader(log, codec, (error) => errors.push(error), testKernel.timer);
    expect(strict.isFollowing).toBe(false);
    await strict.start();
    expect(strict.isFollowing).toBe(true);
    const notes = new Notes();
    notes.follow(strict, 0);
    const odd = await appendUnknown();
    const last = await verify();
    await errors.atLeast(1, 'the failure');
    expect(notes.seen).toEqual([]);
    expect(strict.error).toBe('the disk is full');
    expect(strict.isFollowing).toBe(false);
    isFull = false;
    await passes(50);
    await notes.given(1);
    expect(notes.seen).toEqual([last]);
    expect(quarantine.all().map(({ position }) => position)).toEqual([odd]);
    expect(strict.error).toBeNull();
    expect(strict.isFollowing).toBe(true);
    await strict.close();
  });

  it('starts once, and again after a failure', async () => {
    const { log } = testKernel.storage;
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

  it('continues with a consumer that only reports its failures', async () => {
    await reader.start();
    let failures = 1;
    const seen = new Noted<number>();
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
    await passes(50);
    await seen.atLeast(1);
    const second = await verify('bob');
    await seen.atLeast(2);
    expect(seen).toEqual([first, second]);
  });

  it('pauses after failures for times that double up to five seconds, and restarts with the shortest', async () => {
    const { log, codec } = testKernel.storage;
    const pauses: number[] = [];
    const patient = new LogReader(log, codec, () => undefined, {
      pause: async (milliseconds) => void pauses.push(milliseconds),
    });
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

  it('stops every consumer when it is closed, also a paused one', async () => {
    const { log, codec } = testKernel.storage;
    const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
    const restless = new LogReader(log, codec, () => undefined, { pause: nextTurn });
    await restless.start();
    const notes = new Notes();
    notes.failures = Infinity;
    notes.follow(restless, 0);
    await verify();
    await notes.errors.atLeast(3, 'the third failure');
    await restless.close();
    const { length } = notes.errors;
    for (let turns = 0; turns < 5; turns += 1) await nextTurn();
    expect(notes.errors).toHaveLength(length);
  });
});
