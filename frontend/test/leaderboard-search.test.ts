import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import {
  leaderboardDefaults,
  leaderboardSearch,
  sortOf,
} from '../src/features/leaderboard/leaderboard-search.ts';

const read = (search: Record<string, unknown>) => v.parse(leaderboardSearch, search);

describe('leaderboardSearch', () => {
  it('has defaults for an empty address', () => assert.deepEqual(read({}), leaderboardDefaults));
  it('takes what it knows', () =>
    assert.deepEqual(read({ tab: 'week', sort: 'top', week: '2026-W46', search: 'otter' }), {
      tab: 'week',
      sort: 'top',
      week: '2026-W46',
      search: 'otter',
    }));
  it('falls back on what it does not know', () =>
    assert.deepEqual(read({ tab: 'month', sort: 7, week: 'last', search: 'x'.repeat(51) }), {
      ...leaderboardDefaults,
      sort: undefined,
      week: undefined,
    }));
  it('takes a search as long as the server does', () =>
    assert.equal(read({ search: 'x'.repeat(50) }).search.length, 50));
  it('takes a search of digits, which the router reads as a number', () =>
    assert.equal(read({ search: 4821 }).search, '4821'));
});

describe('sortOf', () => {
  it('is the order that was asked for', () =>
    assert.equal(sortOf({ tab: 'week', sort: 'recent' }), 'recent'));
  it('is the newest first for all posts', () => assert.equal(sortOf({ tab: 'all' }), 'recent'));
  it('is the best first for a week', () => assert.equal(sortOf({ tab: 'week' }), 'top'));
});
