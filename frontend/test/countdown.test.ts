import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { timeLeft } from '../src/lib/dates.ts';

const until = '2026-11-23T00:00:00.000Z';
const before = (ms: number) => timeLeft(until, Date.parse(until) - ms);

describe('timeLeft', () => {
  it('counts in days, hours, minutes and seconds', () =>
    assert.deepEqual(before((((2 * 24 + 3) * 60 + 4) * 60 + 5) * 1000), {
      days: 2,
      hours: 3,
      minutes: 4,
      seconds: 5,
    }));
  it('carries from one unit to the next', () => {
    assert.deepEqual(before(86_400_000), { days: 1, hours: 0, minutes: 0, seconds: 0 });
    assert.deepEqual(before(86_399_000), { days: 0, hours: 23, minutes: 59, seconds: 59 });
  });
  it('shows the last second until it is over', () => assert.equal(before(1)?.seconds, 1));
  it('is over at the instant, and after it', () => {
    assert.equal(before(0), undefined);
    assert.equal(before(-5000), undefined);
  });
});
