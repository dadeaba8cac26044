import type { DomainEvents } from '../../src/domain/events.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import { type BoostSpan, boostAt, tierAt } from '../../src/projections/leaderboard/post-boosts.js';
import { type Happened, folding } from '../support/given.js';
import { postDeleted, postPublished } from '../support/made-up.js';
import { applied, boostEnded, held, released, revoked } from '../support/boosts.js';

const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;
const HOUR = 3_600_000;
const moderation = { kind: 'moderation', id: 'case' } as const;

const boosted = (...events: readonly Happened[]) => {
  const post = folding(leaderboard, postPublished('p'), ...events).document('p');
  if (!post) throw new Error('the post is not on the board');
  const { tier, boosts, boostEndsAt, tierSince } = post;
  return {
    post,
    tier,
    spans: boosts.map(({ from, until }: BoostSpan) => [from, until]),
    boostEndsAt,
    tierSince,
  };
};
const regular = (changes: Partial<DomainEvents['BoostApplied']> = {}) =>
  applied('p', { appliedAt: at(9), expiresAt: at(18), ...changes });

describe('the boosts of a post on the board', () => {
  it('put it in a group from their begin until just before their end', () => {
    const { post, ...fields } = boosted(regular({ boostType: 'mega' }));
    expect(fields).toEqual({
      tier: 'mega',
      spans: [[at(9), at(18)]],
      boostEndsAt: at(18),
      tierSince: at(9),
    });
    const times = ['2026-11-21T08:59:59.999Z', at(9), '2026-11-21T17:59:59.999Z', at(18)];
    expect(times.map((time) => tierAt(post, time))).toEqual(['none', 'mega', 'mega', 'none']);
    expect(boostAt(post, at(9))?.until).toBe(at(18));
  });

  it('leave the group when their end is recorded, and stay known for pages of an earlier time', () => {
    expect(boosted(regular(), boostEnded('p', at(18)))).toMatchObject({
      tier: 'none',
      spans: [[at(9), at(18)]],
      boostEndsAt: null,
      tierSince: at(18),
    });
  });

  it('end early when they are held or revoked', () => {
    for (const stop of [held('p', moderation, 6 * HOUR), revoked('p', 6 * HOUR)]) {
      expect(boosted(regular(), stop)).toMatchObject({
        tier: 'none',
        spans: [[at(9), at(12)]],
        boostEndsAt: null,
        tierSince: at(12),
      });
    }
  });

  it('go on with the remaining time when the last hold is lifted', () => {
    const hold = held('p', moderation, 6 * HOUR);
    const other = held('p', { kind: 'dispute', id: 'd' }, 6 * HOUR);
    const first = released('p', moderation, { stillHeld: true, expiresAt: null, remainingMs: 6 * HOUR });
    expect(boosted(regular(), hold, other, first)).toMatchObject({ tier: 'none', spans: [[at(9), at(12)]] });
    const last = released('p', moderation, { expiresAt: at(21), remainingMs: 6 * HOUR });
    expect(boosted(regular(), hold, other, first, last)).toMatchObject({
      tier: 'regular',
      spans: [
        [at(9), at(12)],
        [at(15), at(21)],
      ],
      boostEndsAt: at(21),
      tierSince: at(15),
    });
  });

  it('are not ended by the late record of an earlier one', () => {
    const second = applied('p', { boostId: 'b2', boostType: 'mega', appliedAt: at(19), expiresAt: at(23) });
    const { post, tier, boostEndsAt } = boosted(regular(), second, boostEnded('p', at(18)));
    expect([tier, boostEndsAt]).toEqual(['mega', at(23)]);
    expect([at(10), at(18), at(20)].map((time) => tierAt(post, time))).toEqual(['regular', 'none', 'mega']);
  });

  it('are forgotten when a later one begins more than a day after their end', () => {
    const next = (from: string) =>
      applied('p', { boostId: 'b2', appliedAt: from, expiresAt: '2026-12-01T00:00:00.000Z' });
    expect(boosted(regular(), next('2026-11-22T17:59:59.999Z')).spans).toHaveLength(2);
    expect(boosted(regular(), next('2026-11-22T18:00:00.000Z')).spans).toHaveLength(1);
  });

  it('do not put hidden posts in a group, and do nothing to missing ones', () => {
    const hidden = folding(leaderboard, postPublished('p', { isPublic: false }), regular()).document('p');
    expect(hidden).toMatchObject({ tier: null, boostEndsAt: null, tierSince: null, publicRank: null });
    folding(
      leaderboard,
      postPublished('p'),
      postDeleted('p'),
      regular(),
      held('p', moderation, 1),
      held(null, moderation, 1),
      released('p', moderation, { expiresAt: at(20) }),
      released(null, moderation, {}),
      boostEnded('p', at(18)),
      revoked('p', 1),
      revoked(null, 1),
    ).gives({});
  });
});
