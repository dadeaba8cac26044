import { NotYetKnownError, PausingError } from '../../src/kernel/reaction.js';
import { useGreeter } from '../support/greeter.js';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

const greeter = useGreeter();

describe('an event that a reaction fails on', () => {
  it('delays only its own sequence, which queues behind it in order', async () => {
    await greeter.start();
    greeter.faults.set('ada', new Error('poison'));
    await greeter.claim('ada', 's');
    await greeter.claim('bob', 's');
    await greeter.claim('cleo', 's');
    await greeter.handled(await greeter.claim('dora'));
    expect(greeter.seen).toEqual(['dora']);
    expect(greeter.health()).toMatchObject({ error: null, waiting: 3, parked: 0 });
    const [first, second] = greeter.reactor.unfinished('greet');
    expect(first).toMatchObject({
      type: 'UsernameClaimed',
      stream: 'username-s',
      tries: 1,
      reason: 'poison',
    });
    expect(second).toMatchObject({ stream: 'username-s', tries: 0, reason: null });
    expect(greeter.reactor.unfinished('greet')).toHaveLength(3);
    expect(greeter.reactor.unfinished('no such one')).toEqual([]);
    greeter.faults.clear();
    greeter.clock.advance(10 * SECOND - 1);
    await greeter.reactor.retryDue();
    expect(greeter.seen).toEqual(['dora']);
    greeter.clock.advance(1);
    await greeter.reactor.retryDue();
    expect(greeter.seen).toEqual(['dora', 'ada', 'bob', 'cleo']);
    expect(greeter.health()).toMatchObject({ waiting: 0, parked: 0 });
    await greeter.handled(await greeter.claim('eve', 's'));
    expect(greeter.seen.at(-1)).toBe('eve');
  });

  it('delays the sequence that the reaction declares, and not its stream', async () => {
    await greeter.start(
      greeter.greet({ sequence: ({ data }) => (data as { usernameHash: string }).usernameHash.slice(0, 1) }),
    );
    greeter.faults.set('ada', new Error('poison'));
    await greeter.claim('ada', 's');
    await greeter.claim('bob', 's');
    await greeter.handled(await greeter.claim('anna', 't'));
    expect(greeter.seen).toEqual(['bob']);
    expect(greeter.health().waiting).toBe(2);
  });

  it('is tried five times, with growing pauses, and then parked with its queue', async () => {
    let tries = 0;
    await greeter.start({
      name: 'greet',
      on: {
        UsernameClaimed: async () => {
          tries += 1;
          throw new Error('poison');
        },
      },
    });
    await greeter.claim('ada', 's');
    await greeter.handled(await greeter.claim('bob', 's'));
    const after = [];
    for (const pause of [10 * SECOND, 60 * SECOND, 600 * SECOND, HOUR]) {
      greeter.clock.advance(pause - 1);
      await greeter.reactor.retryDue();
      after.push(tries);
      greeter.clock.advance(1);
      await greeter.reactor.retryDue();
      after.push(tries);
    }
    expect(after).toEqual([1, 2, 2, 3, 3, 4, 4, 5]);
    expect(greeter.health()).toMatchObject({ waiting: 0, parked: 2 });
    greeter.clock.advance(1000 * HOUR);
    await greeter.reactor.retryDue();
    expect(tries).toBe(5);
  });

  it('is tried for 72 hours when it refers to something not known yet', async () => {
    await greeter.start();
    greeter.faults.set('ada', new NotYetKnownError('which payment?'));
    await greeter.handled(await greeter.claim('ada'));
    for (let hours = 0; hours < 71; hours += 1) {
      greeter.clock.advance(HOUR);
      await greeter.reactor.retryDue();
    }
    expect(greeter.health()).toMatchObject({ waiting: 1, parked: 0 });
    greeter.clock.advance(HOUR);
    await greeter.reactor.retryDue();
    expect(greeter.health()).toMatchObject({ waiting: 0, parked: 1 });
  });

  it('is neither forgotten nor handled twice after a restart', async () => {
    await greeter.start();
    greeter.faults.set('ada', new Error('poison'));
    await greeter.claim('ada', 's');
    await greeter.handled(await greeter.claim('bob', 's'));
    await greeter.restart();
    expect(greeter.health().waiting).toBe(2);
    greeter.faults.clear();
    await greeter.handled(await greeter.claim('cleo', 's'));
    expect(greeter.seen).toEqual([]);
    greeter.clock.advance(10 * SECOND);
    await greeter.reactor.retryDue();
    expect(greeter.seen).toEqual(['ada', 'bob', 'cleo']);
  });

  it('is handled once when the process was killed before the checkpoint was stored', async () => {
    await greeter.start();
    const before = await greeter.checkpoint();
    greeter.faults.set('ada', new Error('poison'));
    await greeter.claim('ada', 's');
    const last = await greeter.claim('bob', 's');
    await greeter.handled(last);
    await greeter.reactor.stop();
    const { kernel } = greeter.testKernel.storage;
    await kernel.moveCheckpoint('reaction-greet', await greeter.checkpoint(), before ?? 0);
    await greeter.start();
    await greeter.handled(last);
    expect(greeter.health()).toMatchObject({ waiting: 2 });
    greeter.faults.clear();
    greeter.clock.advance(10 * SECOND);
    await greeter.reactor.retryDue();
    expect(greeter.seen).toEqual(['ada', 'bob']);
  });

  it('keeps its turn when a retry meets an outage', async () => {
    await greeter.start();
    greeter.faults.set('ada', new Error('poison'));
    const ada = await greeter.claim('ada');
    await greeter.handled(ada);
    greeter.faults.set('ada', new PausingError('no line'));
    greeter.clock.advance(10 * SECOND);
    await greeter.reactor.retryDue();
    expect(greeter.health()).toMatchObject({ error: 'no line', waiting: 1, parked: 0 });
    greeter.faults.clear();
    greeter.clock.advance(SECOND);
    await greeter.testKernel.timer.advance(SECOND);
    await greeter.seen.atLeast(1, 'ada');
    await greeter.handled(ada);
    expect(greeter.seen).toEqual(['ada']);
    expect(greeter.health()).toMatchObject({ error: null, waiting: 0 });
  });

  it('does not stop the reaction when its sequence cannot be computed', async () => {
    await greeter.start(
      greeter.greet({
        sequence: () => {
          throw new Error('no sequence');
        },
      }),
    );
    await greeter.handled(await greeter.claim('ada'));
    expect(greeter.seen).toEqual(['ada']);
  });
});
