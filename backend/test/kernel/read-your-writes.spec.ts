import { aggregate } from '../../src/kernel/aggregate.js';
import { event } from '../../src/kernel/event.js';
import { causedBy } from '../../src/kernel/causation.js';
import { CommandRunner } from '../../src/kernel/commands/command-runner.js';
import { AggregateRepository } from '../../src/kernel/commands/aggregate-repository.js';
import { EventCodec } from '../../src/kernel/log/codec.js';
import { RandomIds } from '../../src/infrastructure/clock/system-clock.js';
import { looseEvent, useKernel } from '../support/test-kernel.js';
import { statesBesideOthers } from '../support/aggregate-cache.js';
import { Noted } from '../support/waits.js';

const moved = event({}, '{actor} moved the door.');
const initial: boolean = false;
const door = aggregate('door', {
  id: ({ id }: { id: string }) => id,
  initial,
  events: { Opened: moved, Closed: moved },
}).rules({
  evolve: { Opened: () => true, Closed: () => false },
  decide: { Open: (_: { id: string }, isOpen) => (isOpen ? [] : [{ type: 'Opened', data: {} }]) },
});

const causation = {
  actor: { kind: 'user' as const, id: 'ada' },
  requestId: null,
  correlationId: 'c',
  causationId: 'c',
};

const testKernel = useKernel();

describe('a command that has appended events', () => {
  /** How the views are awaited, and how the wait ends. */
  let waits: Noted<unknown[]>;
  let release: (isSeen: boolean) => void;
  let runner: CommandRunner;

  beforeEach(() => {
    waits = new Noted();
    const codec = new EventCodec(testKernel.storage.keys, { Opened: looseEvent(), Closed: looseEvent() });
    runner = new CommandRunner(
      testKernel.storage.log,
      codec,
      new AggregateRepository(testKernel.storage.log, codec, statesBesideOthers()),
      { now: () => new Date('2026-11-21T12:00:00.000Z') },
      new RandomIds(),
      {
        reached: (...wait: unknown[]) => {
          waits.push(wait);
          return new Promise((resolve) => {
            release = resolve;
          });
        },
      },
      testKernel.timer,
    );
  });

  const open = () => causedBy(causation, () => runner.run(door, door.Open({ id: 'a' })));
  /** Lets everything happen that waits only for the log. */
  const settled = async () => {
    await waits.atLeast(1, 'the wait for the views');
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  it.each([true, false])(
    'returns once the wait for the views ends, whether they have seen the events: %s',
    async (isSeen) => {
      let isAnswered = false;
      const answer = open().finally(() => {
        isAnswered = true;
      });
      await settled();
      expect(isAnswered).toBe(false);
      release(isSeen);
      expect(await answer).toMatchObject({ stream: 'door-a', events: 1, state: true });
    },
  );

  it('waits at most two seconds, for the views that subscribe to the events of the aggregate', async () => {
    const answer = open();
    await settled();
    release(true);
    const { position } = await answer;
    expect(waits).toEqual([[position, 'views of a command', ['Opened', 'Closed']]]);
  });

  it('also waits when there was nothing to do: the views may not have seen the earlier events', async () => {
    const first = open();
    await settled();
    release(true);
    const { position } = await first;
    waits = new Noted();
    const again = open();
    await settled();
    release(true);
    expect(await again).toMatchObject({ events: 0, position });
    expect(waits).toEqual([[position, 'views of a command', ['Opened', 'Closed']]]);
  });
});
