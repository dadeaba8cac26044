import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BREAK_MS, isBreakDue, SITTING_MS, sittingAt } from '../src/features/back-office/review/sitting.ts';

describe('a sitting', () => {
  it('asks for a break after 30 minutes', () => {
    assert.equal(isBreakDue({ since: 0, seen: 0 }, SITTING_MS - 1), false);
    assert.equal(isBreakDue({ since: 0, seen: 0 }, SITTING_MS), true);
  });

  it('goes on after a short absence, and starts over after a break', () => {
    const before = { since: 100, seen: 1000 };
    assert.deepEqual(sittingAt(before, 1000 + BREAK_MS - 1), { since: 100, seen: 1000 + BREAK_MS - 1 });
    const after = 1000 + BREAK_MS;
    assert.deepEqual(sittingAt(before, after), { since: after, seen: after });
  });

  it('starts over without an earlier one, or when the clock was put back', () => {
    assert.deepEqual(sittingAt(undefined, 5), { since: 5, seen: 5 });
    assert.deepEqual(sittingAt({ since: 100, seen: 1000 }, 5), { since: 5, seen: 5 });
  });
});
