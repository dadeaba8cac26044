import { DEADLINES } from '../../src/kernel/deadlines.js';
import { expires } from '../support/expires.js';
import { gate } from '../support/gate.js';
import { useGreeter } from '../support/greeter.js';

const greeter = useGreeter();

describe('waiting for a reaction', () => {
  const handled = (position: number, name = 'greet') =>
    greeter.reactor.handled(name, position, 'decision carried out');

  /** Starts a reaction that handles nothing until the gate opens. */
  const startSlowly = async () => {
    const { open, opened } = gate();
    await greeter.start(greeter.greet({ on: { UsernameClaimed: () => opened } }));
    return open;
  };

  it('ends when it has handled the event, and is over at once for an earlier one', async () => {
    const open = await startSlowly();
    const first = await greeter.claim('ada');
    const second = await greeter.claim('bob');
    const both = [handled(second), handled(first)];
    open();
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(await handled(first)).toBe(true);
    expect(greeter.health()).toMatchObject({ position: second, isLate: false });
  });

  it('ends for events that it does not listen to when it has passed them', async () => {
    await greeter.start(greeter.greet({ on: { EmailVerified: () => Promise.resolve() } }));
    expect(await handled(await greeter.claim('ada'))).toBe(true);
  });

  expires('decision carried out', async () => {
    const open = await startSlowly();
    const position = await greeter.claim('ada');
    expect(greeter.health().isLate).toBe(false);
    const waiting = handled(position);
    await greeter.testKernel.timer.advance(DEADLINES['decision carried out'].ms);
    expect(await waiting).toBe(false);
    // Until it has handled the event.

    expect(greeter.health().isLate).toBe(true);
    open();
    expect(await handled(position)).toBe(true);
    expect(greeter.health().isLate).toBe(false);
  });

  it('gives up on an event that is retried later, and the reaction is late until a retry succeeds', async () => {
    await greeter.start();
    greeter.faults.set('ada', new Error('poison'));
    const position = await greeter.claim('ada');
    const next = await greeter.claim('bob');
    expect(await handled(next)).toBe(true);
    // In a partition of its own, it may still be on its way to the list.
    await greeter.handled(next);
    expect(greeter.health()).toMatchObject({ waiting: 1, isLate: false });
    expect(await handled(position)).toBe(false);
    expect(greeter.health().isLate).toBe(true);
    greeter.faults.clear();
    await greeter.reactor.retry();
    expect(await handled(position)).toBe(true);
    expect(greeter.health()).toMatchObject({ waiting: 0, isLate: false });
  });

  it.each(['ada', 'bob'])('stays late while one of several such events waits: that of %s', async (last) => {
    await greeter.start();
    greeter.faults.set('ada', new Error('poison')).set('bob', new Error('poison'));
    const positions = [await greeter.claim('ada'), await greeter.claim('bob')];
    for (const position of positions) expect(await handled(position)).toBe(false);
    for (const name of ['ada', 'bob']) if (name !== last) greeter.faults.delete(name);
    await greeter.reactor.retry();
    expect(greeter.health()).toMatchObject({ waiting: 1, isLate: true });
    greeter.faults.clear();
    await greeter.reactor.retry();
    expect(greeter.health()).toMatchObject({ waiting: 0, isLate: false });
  });

  it('is in vain for a reaction that does not run here', async () => {
    await greeter.start();
    expect(await handled(await greeter.claim('ada'), 'unknown')).toBe(false);
  });
});
