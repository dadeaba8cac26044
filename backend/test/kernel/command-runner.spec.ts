import { type Aggregate, Command, Rejected } from '../../src/kernel/aggregate.js';
import type { Clock } from '../../src/kernel/clock.js';
import { EventCodec } from '../../src/kernel/log/codec.js';
import { causedBy } from '../../src/kernel/causation.js';
import { CommandRunner } from '../../src/kernel/commands/command-runner.js';
import { Streams } from '../../src/kernel/commands/streams.js';
import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import { type EngineUnderTest, makeEngine } from '../support/engine.js';

class Count extends Command<{ id: string; atMost: number }> {}

const counter: Aggregate<number, { Counted: { id: string } }, { Count: typeof Count }> = {
  category: 'counter',
  id: ({ id }) => id,
  initial: 0,
  commands: { Count },
  decide: {
    Count: ({ id, atMost }, count) => {
      if (atMost < 0) return [];
      if (count >= atMost) throw new Rejected('conflict', 'That is enough.');
      return [{ type: 'Counted', data: { id } }];
    },
  },
  evolve: { Counted: (count) => count + 1 },
};

const causation = {
  actor: { kind: 'user' as const, id: 'ada' },
  requestId: 'request-1',
  correlationId: 'correlation-1',
  causationId: 'causation-1',
};

describe('the command runner', () => {
  let engine: EngineUnderTest;
  let reached: number[];
  let runner: CommandRunner;

  beforeEach(async () => {
    engine = await makeEngine();
    reached = [];
    const clock: Clock = { now: () => new Date('2026-11-21T12:00:00.000Z') };
    const codec = new EventCodec(engine.engines.keys, { Counted: { version: 1 } });
    const progress = {
      reached: async (position: number) => {
        reached.push(position);
        return true;
      },
    };
    runner = new CommandRunner(
      engine.engines.log,
      codec,
      new Streams(engine.engines.log, codec),
      clock,
      new RandomIds(),
      progress,
    );
  });
  afterEach(() => engine.destroy());

  const count = (atMost: number) =>
    causedBy(causation, () => runner.run(counter, new Count({ id: 'a', atMost })));
  const written = () => engine.engines.log.readStream('counter-a');

  it('writes what was decided, with who did it, when, and what led to it', async () => {
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
    expect(reached).toEqual([receipt.position]);
  });

  it('writes nothing when there is nothing to do, and answers where the stream stands', async () => {
    const { position } = await count(1);
    expect(await count(-1)).toEqual({ stream: 'counter-a', position, events: 0, state: 1 });
    expect(await written()).toHaveLength(1);
  });

  it('passes a refusal on and writes nothing', async () => {
    await count(1);
    await expect(count(1)).rejects.toThrow('That is enough.');
    expect(await written()).toHaveLength(1);
  });

  it('lets many at once through one after the other: none lost, none refused for a conflict', async () => {
    await Promise.all(Array.from({ length: 5 }, () => count(5)));
    expect(await written()).toHaveLength(5);
    await expect(count(5)).rejects.toThrow('That is enough.');
  });

  it('writes no event without an actor', async () => {
    await expect(runner.run(counter, new Count({ id: 'a', atMost: 1 }))).rejects.toThrow('causedBy');
    expect(await written()).toEqual([]);
  });
});
