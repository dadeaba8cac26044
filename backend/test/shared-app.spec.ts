import { Clock } from '../src/kernel/clock.js';
import { LimitSwitch } from '../src/api/http/limits.guard.js';
import { ReadLimits } from '../src/api/http/read-limits.js';
import { useApp } from './support/app.js';
import { watchChanges } from './support/left-changed.js';

describe('the server that tests share', () => {
  const app = useApp();

  it('is the same for all files of a thread, with limits for each browser', () => {
    expect(app.server.get(LimitSwitch, { strict: false }).isOn).toBe(true);
    expect(app.browser().address).not.toBe(app.browser().address);
  });

  it('lets nobody move its clock', async () => {
    expect(() => app.clock.advance(1)).toThrow(/stands still/);
    await expect(app.timer.advance(1)).rejects.toThrow(/stands still/);
  });

  it('names what a test has left replaced', () => {
    const changes = watchChanges(app);
    const limits = app.server.get(ReadLimits, { strict: false });
    const { take } = ReadLimits.prototype;
    const clock = app.server.get(Clock, { strict: false });
    expect(changes()).toEqual([]);
    limits.take = () => null;
    ReadLimits.prototype.take = () => null;
    process.env['LEFT_BEHIND'] = 'yes';
    clock.now = () => new Date(0);
    const found = changes();
    Reflect.deleteProperty(limits, 'take');
    Reflect.deleteProperty(clock, 'now');
    ReadLimits.prototype.take = take;
    delete process.env['LEFT_BEHIND'];
    expect(found.toSorted()).toEqual([
      'LEFT_BEHIND',
      'ReadLimits.prototype.take',
      'ReadLimits.take',
      'StandingClock.now',
    ]);
    expect(changes()).toEqual([]);
  });
});
