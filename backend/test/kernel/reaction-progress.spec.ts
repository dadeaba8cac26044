import { gate } from '../support/gate.js';
import { useGreeter } from '../support/greeter.js';

const PATIENCE_MS = 60_000;
const NO_TIME_MS = 1;

const greeter = useGreeter();

describe('waiting for a reaction', () => {
  const handled = (position: number, milliseconds = PATIENCE_MS, name = 'greet') =>
    greeter.reactor.handled(name, position, milliseconds);

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
    expect(await handled(first, 0)).toBe(true);
    expect(greeter.health()).toMatchObject({ position: second, isLate: false });
  });

  it('ends for events that it does not listen to when it has passed them', async () => {
    await greeter.start(greeter.greet({ on: { EmailVerified: () => Promise.resolve() } }));
    expect(await handled(await greeter.claim('ada'))).toBe(true);
  });

  it('gives up after its time, and the reaction is late until it has handled the event', async () => {
    const open = await startSlowly();
    const position = await greeter.claim('ada');
    expect(greeter.health().isLate).toBe(false);
    expect(await handled(position, NO_TIME_MS)).toBe(false);
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
    // In a lane of its own, it may still be on its way to the list.
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
    expect(await handled(await greeter.claim('ada'), PATIENCE_MS, 'unknown')).toBe(false);
  });
});
