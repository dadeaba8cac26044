import { type AnyAggregate, Rejected, aggregate as declare } from '../../src/kernel/aggregate.js';
import type { Clock } from '../../src/kernel/clock.js';
import { event as declared } from '../../src/kernel/event.js';
import { text } from '../../src/kernel/field.js';
import { EventCodec } from '../../src/kernel/log/codec.js';
import { RepeatableIds, asIfNew, causedBy } from '../../src/kernel/causation.js';
import { Repeatable } from '../../src/kernel/repeatable.js';
import { CommandRunner, commandHandlers } from '../../src/kernel/commands/command-runner.js';
import {
  type EventLog,
  EventLogUnavailableError,
  WrongExpectedRevisionError,
} from '../../src/kernel/event-log.js';
import { AggregateRepository } from '../../src/kernel/commands/aggregate-repository.js';
import { AggregateCache } from '../../src/kernel/commands/aggregate-cache.js';
import { LeaseLostError } from '../../src/kernel/lease.js';
import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import { METADATA, looseEvent, useKernel } from '../support/test-kernel.js';
import { headConditions, statesBesideOthers } from '../support/aggregate-cache.js';

const counted = declared({ id: text }, '{actor} counted.');
const initial: number = 0;
const counter = declare('counter', {
  id: ({ id }: { id: string }) => id,
  initial,
  events: { Counted: counted, Reset: counted },
}).rules({
  evolve: { Counted: (count) => count + 1, Reset: () => 0 },
  decide: {
    Count: ({ id, atMost }: { id: string; atMost: number }, count) => {
      if (atMost < 0 && count > 0) return [];
      if (atMost < 0) return [{ type: 'Counted', data: { id } }];
      if (count >= atMost) throw new Rejected('conflict', 'That is enough.');
      return [{ type: 'Counted', data: { id } }];
    },
  },
});

const causation = {
  actor: { kind: 'user' as const, id: 'ada' },
  requestId: 'request-1',
  correlationId: 'correlation-1',
  causationId: 'causation-1',
};

const testKernel = useKernel();

describe('the command runner', () => {
  let reached: unknown[][];
  let append: EventLog['append'];
  let reads: number;
  let states: AggregateRepository;
  let runner: CommandRunner;

  beforeEach(() => {
    reached = [];
    const clock: Clock = { now: () => new Date('2026-11-21T12:00:00.000Z') };
    const codec = new EventCodec(testKernel.storage.keys, { Counted: looseEvent(), Reset: looseEvent() });
    const { log } = testKernel.storage;
    append = log.append.bind(log);
    reads = 0;
    const counting = {
      readStream: (stream: string, from?: number) => {
        reads += 1;
        return log.readStream(stream, from);
      },
      readLast: (stream: string) => log.readLast(stream),
    };
    states = new AggregateRepository(counting, codec, statesBesideOthers());
    const progress = {
      reached: async (...wait: unknown[]) => {
        reached.push(wait);
        return true;
      },
    };
    runner = new CommandRunner(
      { append: (...to) => append(...to) },
      codec,
      states,
      clock,
      new RandomIds(),
      progress,
      testKernel.timer,
    );
  });

  const count = (atMost: number) =>
    causedBy(causation, () => runner.run(counter, counter.Count({ id: 'a', atMost })));
  /** An append by another process. */
  const reset = async () => {
    const event = {
      id: crypto.randomUUID(),
      type: 'Reset',
      data: { id: 'a' },
      metadata: { ...METADATA, version: 1 },
    };
    return (await testKernel.storage.log.append('counter-a', 'any', [event])).position;
  };
  const written = () => testKernel.storage.log.readStream('counter-a');

  it('appends the decided events, with actor, time and cause', async () => {
    const receipt = await count(1);
    expect(receipt).toMatchObject({ stream: 'counter-a', events: 1 });
    const [event] = await written();
    expect(event).toMatchObject({
      type: 'Counted',
      data: { id: 'a' },
      metadata: {
        at: '2026-11-21T12:00:00.000Z',
        actor: { kind: 'user', id: 'ada' },
        requestId: 'request-1',
        $correlationId: 'correlation-1',
        $causationId: 'causation-1',
        version: 1,
      },
    });
    expect(reached).toEqual([[receipt.position, 'views of a command', ['Counted', 'Reset']]]);
  });

  it('appends nothing when there is nothing to do, and returns the position of the stream', async () => {
    const { position } = await count(1);
    expect(await count(-1)).toEqual({ stream: 'counter-a', position, events: 0, state: 1 });
    expect(await written()).toHaveLength(1);
  });

  it('passes on a rejection and appends nothing', async () => {
    await count(1);
    await expect(count(1)).rejects.toThrow('That is enough.');
    expect(await written()).toHaveLength(1);
  });

  it('runs concurrent commands on a stream one by one: none is lost, none fails with a conflict', async () => {
    await Promise.all(Array.from({ length: 5 }, () => count(5)));
    expect(await written()).toHaveLength(5);
    await expect(count(5)).rejects.toThrow('That is enough.');
  });

  it('decides on its own appends without reading them again', async () => {
    await count(3);
    expect(await count(3)).toMatchObject({ events: 1, state: 2 });
    expect(reads).toBe(1);
  });

  it('neither rejects nor skips a command on a cached state that another process has overtaken', async () => {
    await count(1);
    await reset();
    expect(await count(1)).toMatchObject({ events: 1, state: 1 });
    await reset();
    expect(await count(-1)).toMatchObject({ events: 1, state: 1 });
    const position = await reset();
    await testKernel.storage.log.append('counter-a', 'any', [
      { id: crypto.randomUUID(), type: 'Counted', data: { id: 'a' }, metadata: { ...METADATA, version: 1 } },
    ]);
    expect((await count(-1)).position).toBeGreaterThan(position);
  });

  describe('while this process alone writes to the log', () => {
    const counting = () => {
      const { log } = testKernel.storage;
      const noted = async <Found>(call: string, found: Promise<Found>) => {
        calls.push(call);
        return found;
      };
      return {
        readStream: (stream: string, from?: number) =>
          noted('read', reading ? Promise.reject(reading) : log.readStream(stream, from)),
        readLast: (stream: string) => noted('read', log.readLast(stream)),
        append: (...to: Parameters<EventLog['append']>) => noted('append', append(...to)),
      };
    };
    let calls: string[];
    /** Why streams can't be read. */
    let reading: Error | null;
    let conditions: ReturnType<typeof headConditions>;
    let alone: CommandRunner;
    let known: AggregateCache;
    beforeEach(() => {
      calls = [];
      reading = null;
      conditions = headConditions();
      known = new AggregateCache(conditions);
      const log = counting();
      const clock: Clock = { now: () => new Date('2026-11-21T12:00:00.000Z') };
      const codec = new EventCodec(testKernel.storage.keys, { Counted: looseEvent(), Reset: looseEvent() });
      const cached = new AggregateRepository(log, codec, known);
      alone = new CommandRunner(
        log,
        codec,
        cached,
        clock,
        new RandomIds(),
        { reached: async () => true },
        testKernel.timer,
      );
    });
    const run = (atMost: number, aggregate: AnyAggregate = counter) =>
      causedBy(causation, () => alone.run(aggregate, counter.Count({ id: 'a', atMost })));

    it('decides from memory: one append and no read, no call for what writes nothing', async () => {
      await run(9);
      calls = [];
      await run(9);
      expect(calls).toEqual(['append']);
      await expect(run(1)).rejects.toThrow('That is enough.');
      expect(await run(-1)).toMatchObject({ events: 0, state: 2 });
      expect(calls).toEqual(['append']);
    });

    it('reads what it has not appended itself', async () => {
      await run(9);
      await reset();
      known.see([{ stream: 'counter-a', revision: 1 }]);
      calls = [];
      expect(await run(1)).toMatchObject({ events: 1, state: 1 });
      expect(calls).toEqual(['read', 'append']);
    });

    it.each([
      ['refuses', 1, 'That is enough.'],
      ['does nothing', -1, 0],
    ])('reads before it %s while others may write', async (_, atMost, answer) => {
      await run(9);
      conditions.lease.isHeld = false;
      calls = [];
      const outcome = run(atMost).then(
        ({ events }) => events,
        ({ message: refusal }: Error) => refusal,
      );
      expect(await outcome).toBe(answer);
      expect(calls).toEqual(['read']);
    });

    it('appends nothing once its lease has run out and is not renewed', async () => {
      await run(9);
      const lost = new LeaseLostError();
      conditions.lease.confirm = () => Promise.reject(lost);
      calls = [];
      await expect(run(9)).rejects.toBe(lost);
      expect(calls).toEqual([]);
    });

    it.each([
      ['refusal', 1],
      ['answer that nothing is to be done', -1],
    ])('gives no %s once its lease has run out and is not renewed', async (_, atMost) => {
      await run(9);
      const lost = new LeaseLostError();
      conditions.lease.confirm = () => Promise.reject(lost);
      await expect(run(atMost)).rejects.toBe(lost);
    });

    it('does not decide from memory after a conflict, also while the log can not be read', async () => {
      await run(9);
      await reset();
      append = async () => {
        reading = new EventLogUnavailableError('no answer');
        throw new WrongExpectedRevisionError('counter-a', 0, 1);
      };
      await expect(run(9)).rejects.toThrow('no answer');
      await expect(run(1)).rejects.toThrow('no answer');
    });

    it('does not decide from memory once a repeated request has found an event that it lacks', async () => {
      await run(9);
      await reset();
      await causedBy({ ...causation, repeatable: new Repeatable('one', true) }, () =>
        alone.run(counter, counter.Count({ id: 'a', atMost: -1 })),
      );
      expect(await run(1).catch(({ message }: Error) => message)).toBe('That is enough.');
      expect((await written()).map(({ type }) => type)).toEqual(['Counted', 'Reset', 'Counted']);
    });

    it('does not decide from memory after an append whose outcome is unknown, until it has read', async () => {
      await run(9);
      append = async (...to) => {
        await testKernel.storage.log.append(...to);
        throw new EventLogUnavailableError('no answer');
      };
      await expect(run(9)).rejects.toThrow('no answer');
      append = (...to) => testKernel.storage.log.append(...to);
      calls = [];
      await expect(run(2)).rejects.toThrow('That is enough.');
      await expect(run(2)).rejects.toThrow('That is enough.');
      expect(calls).toEqual(['read']);
    });

    it('does not take its own state for the last one after a conflict', async () => {
      await run(9);
      await reset();
      calls = [];
      append = () => Promise.reject(new WrongExpectedRevisionError('counter-a', 0, 1));
      await expect(run(9)).rejects.toThrow('Another request changed this');
      append = (...to) => testKernel.storage.log.append(...to);
      expect(calls.slice(0, 3)).toEqual(['append', 'read', 'append']);
      expect(await run(-1)).toMatchObject({ events: 1, state: 1 });
    });

    describe('and the last event is the state', () => {
      const toggle: AnyAggregate = { ...counter, lastEventIsState: true };

      it('takes a stream that it does not know as empty, and appends without a read', async () => {
        expect(await run(1, toggle)).toMatchObject({ events: 1, state: 1 });
        expect(calls).toEqual(['append']);
        expect((await written()).map(({ revision }) => revision)).toEqual([0]);
      });

      it('reads the stream when it is not empty, and decides again', async () => {
        await reset();
        expect(await run(1, toggle)).toMatchObject({ events: 1, state: 1 });
        expect(calls).toEqual(['append', 'read', 'append']);
      });

      it.each([
        ['refuses', 0, 'That is enough.'],
        ['does nothing', -1, 0],
      ])('reads a stream that it does not know before it %s', async (_, atMost, answer) => {
        await run(9);
        known.forgetAll();
        calls = [];
        const idle = { ...toggle, decide: { Count: atMost < 0 ? () => [] : counter.decide.Count } };
        const outcome = run(atMost, idle).then(
          ({ events }) => events,
          ({ message: refusal }: Error) => refusal,
        );
        expect(await outcome).toBe(answer);
        expect(calls).toEqual(['read']);
      });

      it('does not keep the result of the same append long ago for the state now', async () => {
        const repeatable = () => ({ ...causation, repeatable: new Repeatable('one', false) });
        const again = () => alone.run(toggle, counter.Count({ id: 'a', atMost: 9 }));
        await causedBy(repeatable(), again);
        const position = await reset();
        known.forgetAll();
        conditions.reader.position = position;
        expect(await causedBy(repeatable(), again)).toMatchObject({ events: 1, state: 1 });
        expect(await run(-1, toggle)).toMatchObject({ events: 1, state: 1 });
      });
    });
  });

  it('decides again after a conflict, and gives up after ten tries', async () => {
    let tries = 0;
    append = async (...to) => {
      tries += 1;
      await reset();
      return testKernel.storage.log.append(...to);
    };
    const refused = count(1);
    await expect(refused).rejects.toMatchObject({
      refusal: 'conflict',
      message: 'Another request changed this at the same time. Please try again.',
    });
    expect(tries).toBe(10);
  });

  it('drops the cached state when the outcome of an append is unknown', async () => {
    await count(5);
    append = async (...to) => {
      await testKernel.storage.log.append(...to);
      throw new EventLogUnavailableError('no answer');
    };
    await expect(count(5)).rejects.toThrow('no answer');
    expect(states.known.recall('counter-a')).toBeUndefined();
    append = (...to) => testKernel.storage.log.append(...to);
    expect(await count(5)).toMatchObject({ state: 3 });
  });

  describe('in a request that may be repeated', () => {
    const request = (isRepeated: boolean, scope = 'one') => {
      const repeatable = new Repeatable(scope, isRepeated);
      return (atMost: number) =>
        causedBy({ ...causation, repeatable }, () => runner.run(counter, counter.Count({ id: 'a', atMost })));
    };

    it('returns the receipts of the first time, each as it was, also after later events', async () => {
      const first = request(false);
      const receipts = [await first(2), await first(2)];
      await reset();
      await count(5);
      const again = request(true);
      expect([await again(2), await again(2)]).toEqual(receipts);
      expect(receipts.map(({ state }) => state)).toEqual([1, 2]);
      expect(await written()).toHaveLength(4);
    });

    it('runs what the first time did not write', async () => {
      await request(false)(3);
      const again = request(true);
      await again(3);
      expect(await again(3)).toMatchObject({ events: 1, state: 2 });
      expect(await written()).toHaveLength(2);
    });

    it.each([
      ['rejected', 1],
      ['decided again', 5],
    ])(
      'finds what the first time writes meanwhile in another process, also if it would be %s',
      async (_, atMost) => {
        append = async (...to) => {
          await testKernel.storage.log.append(...to);
          append = (...next) => testKernel.storage.log.append(...next);
          await reset();
          await count(9);
          throw new WrongExpectedRevisionError(to[0], to[1], 2);
        };
        expect(await request(true)(atMost)).toMatchObject({ events: 1, state: 1 });
        expect((await written()).map(({ type }) => type)).toEqual(['Counted', 'Reset', 'Counted']);
      },
    );

    it('finds what the first time writes before the stream is read', async () => {
      const load = states.load.bind(states);
      states.load = async (...of) => {
        states.load = load;
        await request(false)(1);
        return load(...of);
      };
      expect(await request(true)(1)).toMatchObject({ events: 1, state: 1 });
      expect(await written()).toHaveLength(1);
    });

    it('finds, beside other processes, what a repetition that runs elsewhere has written first', async () => {
      await request(true)(1);
      expect(await request(false)(1)).toMatchObject({ events: 1, state: 1 });
      expect(await written()).toHaveLength(1);
    });

    it('is not the repetition of another request', async () => {
      await request(false)(1);
      await expect(request(true, 'another')(1)).rejects.toThrow('That is enough.');
    });

    it('gives new things the same ids in the same order', () => {
      const ids = new RepeatableIds(new RandomIds());
      const three = (isRepeated: boolean) =>
        causedBy({ ...causation, repeatable: new Repeatable('one', isRepeated) }, () =>
          Array.from({ length: 3 }, () => ids.uuid()),
        );
      expect(three(true)).toEqual(three(false));
      expect(new Set(three(true)).size).toBe(3);
      expect(causedBy(causation, () => ids.uuid())).not.toBe(causedBy(causation, () => ids.uuid()));
    });

    it('does what cannot be answered twice again', async () => {
      const run = () => asIfNew(() => runner.run(counter, counter.Count({ id: 'a', atMost: 5 })));
      for (const isRepeated of [false, true]) {
        await causedBy({ ...causation, repeatable: new Repeatable('one', isRepeated) }, run);
      }
      expect(await written()).toHaveLength(2);
    });
  });

  it('handles each command of the bus', async () => {
    const [Handler, ...others] = commandHandlers([counter]);
    expect([Handler?.name, others]).toEqual(['CountHandler', []]);
    const handler = Handler && new Handler(runner);
    const run = async () => handler?.execute(counter.Count({ id: 'a', atMost: 1 }));
    expect(await causedBy(causation, run)).toMatchObject({ stream: 'counter-a', events: 1 });
  });

  it('appends no event without an actor', async () => {
    await expect(runner.run(counter, counter.Count({ id: 'a', atMost: 1 }))).rejects.toThrow('causedBy');
    expect(await written()).toEqual([]);
  });
});
