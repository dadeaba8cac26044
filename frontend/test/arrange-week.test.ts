import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { arrangeWeek } from '../src/features/leaderboard/arrange-week.ts';

const entry = (rank: number, username: string, createdAt: string, displayUsername: string | null = null) => ({
  rank,
  username,
  displayUsername,
  createdAt,
});
const ranked = [
  entry(1, 'SunnyOtter4821', '2026-11-17T10:00:00Z'),
  entry(2, 'QuietMaple1093', '2026-11-19T10:00:00Z', 'Otto'),
  { rank: 3 },
  entry(4, 'BraveLantern77', '2026-11-18T10:00:00Z', 'Zoë Straße'),
  { rank: 5 },
];
const ranks = (search: string, sort: 'recent' | 'top') =>
  arrangeWeek(ranked, search, sort).map(({ rank }) => rank);

describe('arrangeWeek', () => {
  it('keeps the order of the board under Top Rated, removed posts included', () =>
    assert.deepEqual(ranks('', 'top'), [1, 2, 3, 4, 5]));
  it('puts the newest first under Recent, and removed posts last', () =>
    assert.deepEqual(ranks('', 'recent'), [2, 4, 1, 3, 5]));
  it('finds both names in any case, and no removed post', () =>
    assert.deepEqual(ranks('OTT', 'top'), [1, 2]));
  it('ignores accents and unifies letters', () => {
    assert.deepEqual(ranks('zoe', 'top'), [4]);
    assert.deepEqual(ranks('STRASSE', 'top'), [4]);
    assert.deepEqual(ranks('Öttö', 'top'), [2]);
  });
  it('finds nothing for a search without letters', () => assert.deepEqual(ranks('\u0301', 'top'), []));
  it('is empty if nothing matches', () => assert.deepEqual(ranks('zz', 'top'), []));
  it('does not change the board itself', () => {
    ranks('', 'recent');
    assert.deepEqual(
      ranked.map(({ rank }) => rank),
      [1, 2, 3, 4, 5],
    );
  });
});
