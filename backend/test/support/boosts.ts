import type { Hold } from '../../src/domain/boosts/boost-facts.js';
import type { DomainEvents } from '../../src/domain/events.js';
import type { Happened } from './given.js';

const BOOST = { userId: 'ann', boostId: 'b1' };

/** A boost that begins to lift a post, as an event. */
export function applied(postId: string, changes: Partial<DomainEvents['BoostApplied']> = {}): Happened {
  return {
    type: 'BoostApplied',
    data: {
      ...BOOST,
      boostType: 'regular',
      postId,
      appliedAt: '2026-11-21T09:00:00.000Z',
      expiresAt: '2026-11-22T09:00:00.000Z',
      rank: { before: null, after: null },
      ...changes,
    },
  };
}

/** A hold of a boost, as an event. */
export function held(
  postId: string | null,
  hold: Hold,
  remainingMs: number,
  boostId = BOOST.boostId,
): Happened {
  return { type: 'BoostHeld', data: { ...BOOST, boostId, hold, postId, remainingMs } };
}

/** A lifted hold, as an event. */
export function released(
  postId: string | null,
  hold: Hold,
  changes: Partial<DomainEvents['BoostReleased']>,
): Happened {
  const data = { ...BOOST, hold, stillHeld: false, postId, expiresAt: null, remainingMs: 0, ...changes };
  return { type: 'BoostReleased', data };
}

/** The recorded end of a boost, as an event. */
export function boostEnded(postId: string, endedAt: string, boostId = BOOST.boostId): Happened {
  return { type: 'BoostEnded', data: { ...BOOST, boostId, postId, because: 'expired', endedAt } };
}

/** A boost that was taken back, as an event. */
export function revoked(postId: string | null, remainingMs: number, boostId = BOOST.boostId): Happened {
  return { type: 'BoostRevoked', data: { ...BOOST, boostId, postId, because: 'admin', remainingMs } };
}
