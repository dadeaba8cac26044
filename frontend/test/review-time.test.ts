import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  BREAK_MS,
  isBreakDue,
  LONGEST_MS,
  reviewTimeAt,
} from '../src/features/back-office/review/review-time.ts';

describe('the time of reviews without a break', () => {
  it('asks for a break after 30 minutes', () => {
    assert.equal(isBreakDue({ since: 0, seen: 0 }, LONGEST_MS - 1), false);
    assert.equal(isBreakDue({ since: 0, seen: 0 }, LONGEST_MS), true);
  });

  it('goes on after a short absence, and starts over after a break', () => {
    const before = { since: 100, seen: 1000 };
    assert.deepEqual(reviewTimeAt(before, 1000 + BREAK_MS - 1), { since: 100, seen: 1000 + BREAK_MS - 1 });
    const after = 1000 + BREAK_MS;
    assert.deepEqual(reviewTimeAt(before, after), { since: after, seen: after });
  });

  it('starts over without an earlier one, or when the clock was put back', () => {
    assert.deepEqual(reviewTimeAt(undefined, 5), { since: 5, seen: 5 });
    assert.deepEqual(reviewTimeAt({ since: 100, seen: 1000 }, 5), { since: 5, seen: 5 });
  });
});
