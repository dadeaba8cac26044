import { PUBLICATIONS } from '../../src/domain/moderation/publication.js';
import { TRUST_LEVELS, trustLevelOf } from '../../src/domain/moderation/trust-level.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const DAY_MS = 86_400_000;
/** A moment this many days and milliseconds before now. */
const ago = (days: number, milliseconds = 0) =>
  new Date(NOW.getTime() - days * DAY_MS - milliseconds).toISOString();

const standingAfter = (days: number | null, publicPosts: number, ...decisions: readonly string[]) =>
  trustLevelOf({ verifiedAt: days === null ? null : ago(days), publicPosts, decidedAgainst: decisions }, NOW);

describe('the standing of a person', () => {
  it.each([
    ['before verification', null, 100, 'new'],
    ['in the first week', 6.9, 100, 'new'],
    ['with few posts', 400, 2, 'new'],
    ['after a week and three posts', 7, 3, 'known'],
    ['shortly before 90 days', 89.9, 100, 'known'],
    ['with 19 posts', 400, 19, 'known'],
    ['after 90 days and 20 posts', 90, 20, 'trusted'],
  ])('%s', (_, days, posts, expected) => expect(standingAfter(days, posts)).toBe(expected));

  it('needs half a year without a decision for trust', () => {
    expect(standingAfter(400, 100, ago(179.9))).toBe('known');
    expect(standingAfter(400, 100, ago(180))).toBe('trusted');
  });

  it('is under strikes after two decisions within 30 days, also for a trusted person', () => {
    expect(standingAfter(400, 100, ago(1))).toBe('known');
    expect(standingAfter(400, 100, ago(29.9), ago(1))).toBe('under strikes');
    expect(standingAfter(1, 0, ago(1), ago(1))).toBe('under strikes');
    expect(standingAfter(400, 100, ago(30), ago(1))).toBe('known');
  });
});

describe('the table of publications', () => {
  it('has an outcome for each verdict and standing', () => {
    for (const row of Object.values(PUBLICATIONS)) {
      expect(Object.keys(row).toSorted()).toEqual([...TRUST_LEVELS].toSorted());
    }
  });

  it('refuses what the judge refused, and shows nothing that needs a review', () => {
    for (const standing of TRUST_LEVELS) {
      expect(PUBLICATIONS.refuse[standing]).toBe('refused');
      expect(PUBLICATIONS.review[standing]).toBe('held');
    }
  });

  it('shows a photo that passed at once, except under strikes', () =>
    expect(PUBLICATIONS.pass).toEqual({
      new: 'public with review',
      known: 'public',
      trusted: 'public',
      'under strikes': 'held',
    }));
});
