import { ServerClocks } from '../../src/reactions/timers/server-clocks.js';
import { TestClock } from '../support/app.js';

describe('the clocks of servers', () => {
  const MINUTE = 60_000;

  it('agree if the server read its clock in the middle of a slow call', async () => {
    const clock = new TestClock();
    const slow = (ahead: number) => ({
      name: 'the document store',
      serverTime: async () => {
        clock.advance(MINUTE);
        const time = new Date(clock.now().getTime() + ahead);
        clock.advance(MINUTE);
        return time;
      },
    });
    expect(await new ServerClocks(clock, [slow(MINUTE)]).disagreement()).toBeNull();
    expect(await new ServerClocks(clock, [slow(-MINUTE)]).disagreement()).toBeNull();
    expect(await new ServerClocks(clock, [slow(-MINUTE - 1)]).disagreement()).toBe(
      'the clock of the document store is 60 seconds behind that of this server',
    );
  });

  it('must all agree', async () => {
    const clock = new TestClock();
    const ahead = (name: string, time: number | null) => ({
      name,
      serverTime: async () => (time === null ? null : new Date(clock.now().getTime() + time)),
    });
    const clocks = (log: number | null, documents: number | null) =>
      new ServerClocks(clock, [ahead('the event log', log), ahead('the document store', documents)]);
    expect(await clocks(null, null).disagreement()).toBeNull();
    expect(await clocks(0, null).disagreement()).toBeNull();
    expect(await clocks(null, 2 * MINUTE).disagreement()).toMatch('document store is 120 seconds ahead');
    expect(await clocks(-2 * MINUTE, 0).disagreement()).toMatch('event log is 120 seconds behind');
  });
});
