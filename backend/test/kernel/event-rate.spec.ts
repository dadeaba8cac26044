import { EventRate } from '../../src/kernel/views/event-rate.js';

describe('the rate of events', () => {
  let now: number;
  let rate: EventRate;
  beforeEach(() => {
    now = 1_000_500;
    rate = new EventRate(() => now);
  });

  it('is the average over the last ten full seconds', () => {
    rate.note(30);
    expect(rate.perSecond()).toBe(0);
    now += 1000;
    rate.note(20);
    expect(rate.perSecond()).toBe(3);
    now += 1000;
    expect(rate.perSecond()).toBe(5);
  });

  it('forgets what is older', () => {
    rate.note(30);
    now += 10_000;
    expect(rate.perSecond()).toBe(3);
    now += 1000;
    expect(rate.perSecond()).toBe(0);
  });
});
