import { DocumentStoreUnavailableError } from '../../src/kernel/document-store.js';
import { EventLogUnavailableError } from '../../src/kernel/event-log.js';
import { World } from '../support/closing-world.js';

const HOUR = 3_600_000;

describe('closing weeks by the timer', () => {
  const MINUTE = 60_000;
  /** Lets time pass: the stopwatch and the clock move together. */
  const pass = (world: World, time: number) => {
    world.elapsed += time;
    world.clock.advance(time);
  };
  const sunday = () => {
    const world = new World(new Date('2026-11-22T12:00:00.000Z'), 'UTC');
    world.publish();
    return world;
  };

  it('waits for 10 minutes after the start', async () => {
    const world = sunday();
    world.clock.advance(24 * HOUR);
    const instance = world.instance();
    pass(world, 10 * MINUTE - 1);
    expect(await instance.closeWithTrust()).toEqual([]);
    expect(world.state.stopped).toBe('the server started within the last 10 minutes');
    expect(world.state.isAlarming).toBe(false);
    pass(world, 1);
    expect(await instance.closeWithTrust()).toEqual(['2026-W47']);
    expect(world.state.stopped).toBeNull();
  });

  it('closes nothing while the clock is 8 days ahead for some seconds, and everything in its time', async () => {
    const world = sunday();
    const instance = world.instance();
    pass(world, 10 * MINUTE);
    world.clock.advance(8 * 24 * HOUR);
    expect(await instance.closeWithTrust()).toEqual([]);
    expect(world.state.stopped).toBe('the clock of this server was set within the last 10 minutes');
    expect(world.state.isAlarming).toBe(true);
    pass(world, 10_000);
    expect(await instance.closeWithTrust()).toEqual([]);
    world.clock.advance(-8 * 24 * HOUR);
    expect(await instance.closeWithTrust()).toEqual([]);
    pass(world, 9 * 24 * HOUR);
    expect(await instance.closeWithTrust()).toEqual(['2026-W47', '2026-W48']);
  });

  it('leaves a week with an event in quarantine open, and closes the others', async () => {
    const world = sunday();
    const instance = world.instance();
    pass(world, 14 * 24 * HOUR);
    world.quarantined = '2026-W47';
    expect(await instance.closeWithTrust()).toEqual(['2026-W48']);
    world.quarantined = null;
    expect(await instance.closeWithTrust()).toEqual(['2026-W47']);
  });

  it('stops while the last event is dated in the future, and an operator can still close', async () => {
    const world = sunday();
    const instance = world.instance();
    pass(world, 24 * HOUR);
    world.lastAt = '2026-12-01T00:00:00.000Z';
    expect(await instance.closeWithTrust()).toEqual([]);
    expect(world.state.stopped).toBe('the last event is dated 2026-12-01T00:00:00.000Z, in the future');
    expect(await instance.close({ kind: 'admin', id: 'ann' })).toEqual(['2026-W47']);
  });

  it.each([
    [60_001, 'the clock of the event log is 60 seconds ahead of that of this server'],
    [-75_000, 'the clock of the event log is 75 seconds behind that of this server'],
  ])(
    'waits while the clock of a server differs by %d ms, and goes on once it agrees',
    async (ahead, reason) => {
      const world = sunday();
      const instance = world.instance();
      pass(world, 24 * HOUR);
      world.serverAhead = ahead;
      expect(await instance.closeWithTrust()).toEqual([]);
      expect([world.state.stopped, world.state.isAlarming]).toEqual([reason, true]);
      world.serverAhead = Math.sign(ahead) * 60_000;
      expect(await instance.closeWithTrust()).toEqual(['2026-W47']);
      expect([world.state.stopped, world.state.isAlarming]).toEqual([null, false]);
    },
  );

  it('waits while a server does not tell its time', async () => {
    const world = sunday();
    const instance = world.instance();
    pass(world, 24 * HOUR);
    world.serverError = new Error('no answer');
    expect(await instance.closeWithTrust()).toEqual([]);
    expect(world.state.stopped).toBe('the clock of the event log cannot be read: no answer');
    world.serverError = null;
    expect(await instance.closeWithTrust()).toEqual(['2026-W47']);
  });

  it('waits while a view is being built or a server is away, without telling operators again', async () => {
    const world = sunday();
    const instance = world.instance();
    pass(world, 24 * HOUR);
    for (const error of [
      new DocumentStoreUnavailableError('the view leaderboard is being built'),
      new EventLogUnavailableError('the log does not answer'),
    ]) {
      world.viewError = error;
      expect(await instance.closeWithTrust()).toEqual([]);
      expect([world.state.stopped, world.state.isAlarming]).toEqual([error.message, false]);
    }
    world.viewError = new Error('a mistake of ours');
    await expect(instance.closeWithTrust()).rejects.toBe(world.viewError);
    world.viewError = null;
    expect(await instance.closeWithTrust()).toEqual(['2026-W47']);
    expect([world.state.stopped, world.told]).toEqual([null, []]);
  });

  it('tells operators once for each cause, and when weeks close again', async () => {
    const world = sunday();
    const instance = world.instance();
    await instance.closeWithTrust();
    pass(world, 24 * HOUR);
    for (const ahead of [61_000, 62_000, 0, 0, 70_000]) {
      world.serverAhead = ahead;
      await instance.closeWithTrust();
    }
    world.serverAhead = 0;
    world.lastAt = '2026-12-01T00:00:00.000Z';
    await instance.closeWithTrust();
    expect(world.told).toEqual(['clocks differ', null, 'clocks differ', 'future event']);
  });
});
