import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatDuration } from '../src/lib/durations.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('formatDuration', () => {
  it('names the two largest units', () => {
    assert.equal(formatDuration(6 * day + 3 * hour + 20 * minute), '6 days 3 hours');
    assert.equal(formatDuration(hour + minute), '1 hour 1 minute');
  });
  it('leaves out a unit of zero', () => {
    assert.equal(formatDuration(7 * day), '7 days');
    assert.equal(formatDuration(2 * day + 5 * minute), '2 days');
  });
  it('is a minute at least', () => {
    assert.equal(formatDuration(1), '1 minute');
    assert.equal(formatDuration(-5), '1 minute');
  });
});
