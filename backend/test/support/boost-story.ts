import { Boosts } from '../../src/domain/boosts/boosts.js';
import type { Hold } from '../../src/domain/boosts/boost-facts.js';

/** Events and commands of one boost of Ann's, for stories of the domain. */
export const NOW = '2026-11-21T09:00:00.000Z';
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const after = (milliseconds: number) => new Date(Date.parse(NOW) + milliseconds).toISOString();

export const post = { postId: 'p1', ownerId: 'ann', isPublic: true };
export const rank = { before: 7, after: 1 };
export const price = { amount: 199, currency: 'usd' };
export const purchase = { userId: 'ann', boostId: 'b1', boostType: 'regular', price } as const;
export const purchased = { type: 'BoostPurchased', data: purchase } as const;
export const applied = {
  type: 'BoostApplied',
  data: {
    userId: 'ann',
    boostId: 'b1',
    boostType: 'regular',
    postId: 'p1',
    appliedAt: NOW,
    expiresAt: after(DAY),
    rank,
  },
} as const;
export const dispute: Hold = { kind: 'dispute', id: 'd1' };
export const hidden: Hold = { kind: 'moderation', id: 'm1' };
export const held = (hold = dispute, postId: string | null = 'p1', remainingMs = 23 * HOUR) =>
  ({ type: 'BoostHeld', data: { userId: 'ann', boostId: 'b1', hold, postId, remainingMs } }) as const;
export const released = (changes: object) =>
  ({
    type: 'BoostReleased',
    data: {
      userId: 'ann',
      boostId: 'b1',
      hold: dispute,
      stillHeld: false,
      postId: null,
      expiresAt: null,
      remainingMs: 23 * HOUR,
      ...changes,
    },
  }) as const;

export const boost = { userId: 'ann', boostId: 'b1' };
export const grant = (target: Parameters<typeof Boosts.GrantBoost>[0]['target'] = null) =>
  Boosts.GrantBoost({ ...purchase, target, now: NOW });
export const apply = (changes: Partial<Parameters<typeof Boosts.ApplyBoost>[0]> = {}) =>
  Boosts.ApplyBoost({ userId: 'ann', boostId: null, post, rank, now: NOW, ...changes });
export const hold = (now: string, cause = dispute) => Boosts.HoldBoost({ ...boost, hold: cause, now });
export const release = (now: string, back: typeof post | null = post, cause = dispute) =>
  Boosts.ReleaseBoost({ ...boost, hold: cause, post: back, now });
