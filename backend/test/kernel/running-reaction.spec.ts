import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Recorded } from '../../src/kernel/event.js';
import type { Batch, Consumer } from '../../src/kernel/log/log-reader.js';
import { type Attempt, NeedsLongTryError, PausingError } from '../../src/kernel/reaction.js';
import { RunningReaction } from '../../src/kernel/reactions/running-reaction.js';
import { WaitingList } from '../../src/kernel/reactions/waiting-list.js';
import { TestClock } from '../support/app.js';
import { gate } from '../support/gate.js';
import { readerOf, useKernel } from '../support/test-kernel.js';
import { reactionContext, watchCheckpoints } from '../support/reactions.js';
import { claim } from '../support/tally.js';
import { Noted } from '../support/waits.js';

const testKernel = useKernel();

describe('a running reaction', () => {
  let clock: TestClock;
  let consumer: Consumer;
  let running: RunningReaction;
  let seen: Noted<number>;
  /** The pauses so far, and what it did. */
  let pauses: Noted<number>;
  let onPause: () => void;
  /** What each pause waits for. */
  let pauseEnds: Promise<void>;
  /** The error that it throws for every event. */
  let fault: Error | null;
  /** What it waits for with every event. */
  let opened: Promise<void>;
  /** The tries that were patient. */
  let patient: Noted<number>;
  /** The errors of its log. */
  let errors: Noted<unknown>;
  let moved: (reaction: string, position: number) => Promise<void>;
  let idles: number;
  beforeEach(async () => {
    idles = 0;
    clock = new TestClock();
    seen = new Noted();
    pauses = new Noted();
    onPause = () => undefined;
    pauseEnds = Promise.resolve();
    fault = null;
    opened = Promise.resolve();
    patient = new Noted();
    errors = new Noted();
    moved = watchCheckpoints(testKernel);
    const greet = {
      name: 'greet',
      on: {
        UsernameClaimed: async ({ position }: Recorded, { mayTakeLong }: Attempt) => {
          seen.push(position);
          if (mayTakeLong) patient.push(position);
          await opened;
          if (fault) throw fault;
        },
      },
    };
    const { kernel } = testKernel.storage;
    const list = (await WaitingList.load(kernel, ['greet'])).get('greet') as WaitingList;
    await kernel.moveCheckpoint('reaction-greet', null, 10);
    const follow = (wanted: Consumer) => {
      consumer = wanted;
      return { close: async () => undefined };
    };
    const parts = {
      ...reactionContext(testKernel, readerOf(testKernel.storage, testKernel.timer), clock),
      logger: { info: () => undefined, error: (error: unknown) => void errors.push(error) },
      onIdle: () => void (idles += 1),
      timer: Object.assign(testKernel.timer, {
        pause: async (milliseconds: number) => {
          pauses.push(milliseconds);
          onPause();
          await pauseEnds;
        },
      }),
    };
    running = new RunningReaction(
      greet,
      { ...parts, reader: { start: async () => undefined, follow } },
      list,
      10,
    );
    running.start();
  });
  afterEach(() => running.stop());

  const checkpoint = () => testKernel.storage.kernel.checkpoint('reaction-greet');
  const event = (position: number, type = 'UsernameClaimed') =>
    ({
      id: `e${position}`,
      type,
      stream: 's',
      revision: position,
      position,
      data: {},
      metadata: {},
    }) as unknown as Recorded;
  /** An event of a stream, and so of a partition, of its own. */
  const alone = (position: number) => ({ ...event(position), stream: `s${position}` });
  const storedAt = async (position: number) => {
    await moved('greet', position);
    expect(await checkpoint()).toBe(position);
  };
  const take = (events: readonly Recorded[], more: Partial<Batch> = {}) =>
    consumer.onBatch({ events, undecodable: [], to: events.at(-1)?.position ?? 0, ...more });
  const others = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => event(from + index, 'EmailVerified'));

  it('asks that all reactions move their checkpoints after 1,000 skipped events, and moves past fewer', async () => {
    const skip = (from: number, to: number) => {
      const events = Array.from({ length: to - from }, (_, index) => event(from + index + 1, 'EmailClaimed'));
      return consumer.onBatch({ events, undecodable: [], to });
    };
    running.saveIdle();
    await skip(10, 100);
    expect([idles, await checkpoint()]).toEqual([0, 10]);
    running.saveIdle();
    await storedAt(100);
    await skip(100, 1099);
    expect(idles).toBe(0);
    await skip(1099, 1100);
    expect(idles).toBe(1);
    await storedAt(1100);
  });

  it('follows the log from its checkpoint, and skips what it has handled', async () => {
    expect(consumer).toMatchObject({ name: 'reaction-greet', after: 10 });
    await take([event(9), event(10), event(11)]);
    await storedAt(11);
    expect([seen, running.health().position]).toEqual([[11], 11]);
  });

  it('moves its checkpoint with each handled event, to the end of the batch', async () => {
    await take([event(11), ...others(12, 3)]);
    await storedAt(14);
    await take([event(15)], { to: 20 });
    await storedAt(20);
    expect(running.health().position).toBe(20);
  });

  it('moves it for other events only after a thousand of them, and then counts from zero', async () => {
    await take(others(11, 999));
    expect([running.health().position, await checkpoint()]).toEqual([1009, 10]);
    await take(others(1010, 1));
    await storedAt(1010);
    await take(others(1011, 999));
    expect([running.health().position, await checkpoint()]).toEqual([2009, 1010]);
    await take([event(2010)]);
    await storedAt(2010);
    await take(others(2011, 999));
    expect([running.health().position, await checkpoint()]).toEqual([3009, 2010]);
  });

  it('never moves back', async () => {
    await take([event(11)], { to: 30 });
    await take([event(12)]);
    await storedAt(30);
    expect([seen, running.health().position]).toEqual([[11], 30]);
  });

  it('reports the error that stops the reader, until the reader continues', () => {
    consumer.onError(new Error('no log'));
    expect(running.health().error).toBe('no log');
    consumer.onRecovered?.();
    expect(running.health().error).toBeNull();
  });

  it('pauses while every event would fail, for times that double up to half a minute', async () => {
    fault = new PausingError('no line');
    onPause = () => {
      expect(running.health()).toMatchObject({ position: 10, error: 'no line' });
      if (pauses.length === 9) fault = null;
    };
    await take([event(11)]);
    await storedAt(11);
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(running.health()).toMatchObject({ position: 11, error: null });
    fault = new PausingError('no line again');
    onPause = () => {
      fault = null;
    };
    await take([event(12)]);
    await storedAt(12);
    expect(pauses.at(-1)).toBe(250);
  });

  it('leaves an event to the next start when it is stopped during a pause', async () => {
    fault = new PausingError('no line');
    let stopped: Promise<void> = Promise.resolve();
    onPause = () => {
      stopped = running.stop();
    };
    await take([event(11), event(12)]);
    await pauses.atLeast(1, 'the pause');
    await stopped;
    expect([seen, pauses, await checkpoint()]).toEqual([[11], [250], 10]);
  });

  it('gives up at the first failure to store its checkpoint when it is stopped', async () => {
    const { kernel } = testKernel.storage;
    let moves = 0;
    kernel.moveCheckpoint = () => {
      moves += 1;
      return Promise.reject(new Error('the disk is full'));
    };
    const { open, opened: ready } = gate();
    opened = ready;
    await take([event(11)]);
    const stopped = running.stop();
    open();
    await stopped;
    expect([seen, moves, pauses, await checkpoint()]).toEqual([[11], 1, [], 10]);
  });

  it('handles events of other partitions meanwhile, and those of one partition in order', async () => {
    const { open, opened: ready } = gate();
    opened = ready;
    await take([event(11), event(12), alone(13)]);
    expect(seen).toEqual([11, 13]);
    expect(running.health()).toMatchObject({ position: 10, current: { position: 11 } });
    open();
    await storedAt(13);
    expect(seen).toEqual([11, 13, 12]);
  });

  it('reads on until 200 events are taken after the checkpoint', async () => {
    const { open, opened: ready } = gate();
    opened = ready;
    const events = Array.from({ length: 201 }, (_, index) => alone(11 + index));
    const taken = take(events);
    const first = await Promise.race([taken.then(() => 'taken'), take([]).then(() => 'asked')]);
    expect([seen.length, first]).toEqual([32, 'asked']);
    open();
    await taken;
    await storedAt(211);
  });

  it('moves the checkpoint each second to the first event that is not done', async () => {
    const { open, opened: ready } = gate();
    await take([event(11), { ...alone(12), type: 'EmailVerified' }]);
    await storedAt(12);
    await running.saveProgress();
    opened = ready;
    await take([alone(13)]);
    opened = Promise.resolve();
    await take([alone(14)]);
    await running.saveProgress();
    expect([seen, await checkpoint()]).toEqual([[11, 13, 14], 12]);
    const last = gate();
    opened = last.opened;
    await take([alone(15)]);
    open();
    await running.caughtUp(14);
    expect([running.health().position, await checkpoint()]).toEqual([14, 12]);
    await running.saveProgress();
    expect(await checkpoint()).toBe(14);
    last.open();
  });

  it('pauses while the checkpoint cannot be moved', async () => {
    const { kernel } = testKernel.storage;
    const move = kernel.moveCheckpoint.bind(kernel);
    kernel.moveCheckpoint = () => Promise.reject(new Error('the disk is full'));
    onPause = () => {
      expect(running.health().error).toBe('the disk is full');
      if (pauses.length === 3) kernel.moveCheckpoint = move;
    };
    await take([event(11)]);
    await storedAt(11);
    expect([running.health().error, pauses]).toEqual([null, [250, 500, 1000]]);
  });

  it('tries one event at a time while every event would fail, and patiently', async () => {
    fault = new PausingError('no line');
    onPause = () => {
      if (pauses.length === 2) fault = null;
    };
    await take([alone(11), alone(12), alone(13)]);
    await storedAt(13);
    expect(seen.slice(0, 4)).toEqual([11, 12, 13, 11]);
    expect(pauses).toEqual([250, 500]);
    expect(patient).toEqual([11, 11]);
  });

  it('starts nothing while a pause lasts', async () => {
    const { open, opened: ends } = gate();
    pauseEnds = ends;
    fault = new PausingError('no line');
    await take([event(11)]);
    await pauses.atLeast(1, 'the pause');
    fault = null;
    await take([alone(12)]);
    const meanwhile = [...seen];
    open();
    await storedAt(12);
    expect([meanwhile, seen]).toEqual([[11], [11, 11, 12]]);
  });

  it('goes on one at a time after a pause when an event has only moved to the list', async () => {
    const slow = gate();
    opened = slow.opened;
    await take([alone(11)]);
    opened = Promise.resolve();
    fault = new PausingError('no line');
    await take([alone(12), alone(13)]);
    await pauses.atLeast(1, 'the pause');
    // It is over when all has happened that waits for nothing.
    await nextTurn();
    const tried = gate();
    opened = tried.opened;
    fault = new NeedsLongTryError('no answer yet');
    slow.open();
    await seen.atLeast(4, 'the next try');
    const meanwhile = [[...seen], [...patient], running.health().error];
    fault = null;
    tried.open();
    await storedAt(13);
    expect(meanwhile).toEqual([[11, 12, 13, 12], [12], 'no line']);
  });

  it('ends when another process has moved its checkpoint, and handles nothing after that', async () => {
    await testKernel.storage.kernel.moveCheckpoint('reaction-greet', 10, 20);
    const { open, opened: ready } = gate();
    await take([event(11)]);
    await errors.atLeast(1, 'the end of the reaction');
    opened = ready;
    await take([alone(12), alone(13)]);
    clock.advance(60_000);
    await running.retryDue();
    open();
    expect([seen, await checkpoint(), pauses]).toEqual([[11], 20, []]);
    expect(running.health().error).toBe('another process has moved reaction-greet to 20');
  });

  it('goes on when only the answer to its move was lost', async () => {
    const { kernel } = testKernel.storage;
    const move = kernel.moveCheckpoint.bind(kernel);
    kernel.moveCheckpoint = async (...to) => {
      kernel.moveCheckpoint = move;
      await move(...to);
      throw new Error('no answer');
    };
    await take([event(11)]);
    await pauses.atLeast(1, 'the pause');
    await take([event(12)]);
    await storedAt(12);
    expect(running.health().error).toBeNull();
  });

  it('tries an event at once with patience when the first try gave up early, and that counts as one try', async () => {
    const { storage } = testKernel;
    const position = await claim(testKernel, 'ada');
    const [ada] = await storage.codec.decodeAll(await storage.log.readAll(position - 1, 1));
    const { open, opened: ready } = gate();
    fault = new NeedsLongTryError('no answer yet');
    await take([{ ...(ada as Recorded), position: 11 }]);
    opened = ready;
    await patient.atLeast(1, 'the next try');
    expect(running.unfinished()).toMatchObject([{ tries: 0, reason: 'no answer yet' }]);
    // The retry runs, and holds up no other event.
    fault = null;
    opened = Promise.resolve();
    await take([alone(12)]);
    await storedAt(12);
    expect([running.health().waiting, running.health().error]).toEqual([1, null]);
    fault = new Error('poison');
    open();
    await running.retryDue();
    expect([running.unfinished()[0]?.tries, patient]).toEqual([1, [position]]);
  });

  describe('with a waiting event', () => {
    const tries = () => seen.length;
    beforeEach(async () => {
      fault = new Error('poison');
      const position = await claim(testKernel, 'ada');
      const [ada] = await testKernel.storage.codec.decodeAll(
        await testKernel.storage.log.readAll(position - 1, 1),
      );
      await take([{ ...(ada as Recorded), position: 11 }]);
      await storedAt(11);
      seen.length = 0;
    });

    it('keeps its tries and its pause when the log brings the event again, as after a kill', async () => {
      const [before] = running.unfinished();
      await take([{ ...event(12), id: before?.id ?? '', stream: before?.stream ?? '' }]);
      await running.retryDue();
      expect([tries(), running.unfinished()]).toEqual([0, [before]]);
      expect(before).toMatchObject({ tries: 1, reason: 'poison' });
    });

    it('tells callers that wait for the event that it is not handled', async () => {
      expect(await running.reached(11, 'decision carried out')).toBe(false);
      expect(running.health().isLate).toBe(true);
      fault = null;
      clock.advance(10_000);
      await running.retryDue();
      expect(running.health().isLate).toBe(false);
    });

    it('does not try it after a stop', async () => {
      await running.stop();
      clock.advance(10_000);
      await running.retryDue();
      expect([tries(), running.health().waiting]).toEqual([0, 1]);
    });

    it('tries it once when two retries run at the same time', async () => {
      fault = null;
      clock.advance(10_000);
      await Promise.all([running.retryDue(), running.retryDue()]);
      expect([tries(), running.health().waiting]).toEqual([1, 0]);
    });

    it('pauses in an outage for times that double up to half a minute', async () => {
      const outage = new PausingError('no line');
      for (let outages = 1; outages <= 2; outages += 1) {
        fault = outage;
        clock.advance(10_000);
        await running.retryDue();
        const tried: number[] = [];
        for (const pause of [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
          const before = tries();
          clock.advance(pause - 1);
          await running.retryDue();
          tried.push(tries() - before);
          clock.advance(1);
          await running.retryDue();
          tried.push(tries() - before);
        }
        expect(tried).toEqual(Array.from({ length: 18 }, (_, index) => index % 2));
        expect(running.health()).toMatchObject({ error: 'no line', waiting: 1, parked: 0 });
        // A failure of the event itself ends the outage: the next one starts with the shortest pause again.
        fault = new Error('poison');
        clock.advance(30_000);
        await running.retryDue();
        expect(running.health()).toMatchObject({ error: null, waiting: 1 });
        clock.advance(3_600_000);
      }
    });

    it('tries it at once by command, however long the pause, but not while the reaction itself pauses', async () => {
      fault = new PausingError('no line');
      clock.advance(10_000);
      for (let outages = 0; outages < 9; outages += 1) {
        await running.retryDue();
        clock.advance(30_000);
      }
      await running.retryDue();
      const before = tries();
      consumer.onError(new Error('no log'));
      await running.retryAll();
      expect(tries()).toBe(before);
      consumer.onRecovered?.();
      fault = null;
      await running.retryAll();
      expect([tries(), running.health().waiting]).toEqual([before + 1, 0]);
    });
  });
});
