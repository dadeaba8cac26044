import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { arrangeWeek } from '../src/features/leaderboard/arrange-week.ts';

const entry = (username: string, createdAt: string, displayUsername: string | null = null) => ({
  username,
  displayUsername,
  createdAt,
});
const ranked = [
  entry('SunnyOtter4821', '2026-11-17T10:00:00Z'),
  entry('QuietMaple1093', '2026-11-19T10:00:00Z', 'Otto'),
  entry('BraveLantern77', '2026-11-18T10:00:00Z'),
];
const ranks = (search: string, sort: 'recent' | 'top') =>
  arrangeWeek(ranked, search, sort).map(({ rank }) => rank);

describe('arrangeWeek', () => {
  it('keeps the order of the board under Top Rated', () => assert.deepEqual(ranks('', 'top'), [1, 2, 3]));
  it('puts the newest first under Recent, each with its place', () =>
    assert.deepEqual(ranks('', 'recent'), [2, 3, 1]));
  it('finds both names in any case, and leaves the places alone', () =>
    assert.deepEqual(ranks('OTT', 'top'), [1, 2]));
  it('is empty when nobody fits', () => assert.deepEqual(ranks('zz', 'top'), []));
  it('leaves the board itself as it was', () => {
    ranks('', 'recent');
    assert.equal(ranked[0]?.username, 'SunnyOtter4821');
  });
});
