export type BoostType = 'regular' | 'mega';

/** The active boost of a post; undefined if there is none. */
export function boostOf(post: { isBoosted: boolean; boostType: BoostType | null }): BoostType | undefined {
  return post.isBoosted ? (post.boostType ?? 'regular') : undefined;
}

// In other colours than the ring of the focus.
const frames = { regular: 'ring-2 ring-ink', mega: 'ring-4 ring-gold' } as const;

/** The classes of the frame around a boosted post. */
export function boostFrame(boost: BoostType | undefined): string {
  return boost ? frames[boost] : '';
}

/** What a boost is called. `Boost` alone is any. */
export const boostNames = { regular: 'Regular Boost', mega: 'Mega Boost' } as const;

/** The badge of a boosted post on small cards. */
export const boostBadges = { regular: 'Boost', mega: 'Mega Boost' } as const;

export const boostDurations = { regular: '24 hours', mega: '7 days' } as const;

/** The boosts that differ in kind or time left, the first of each: the others are as good. */
export function differing<Boost extends { boostType: BoostType; remainingMs: number }>(
  boosts: readonly Boost[],
): Boost[] {
  const isSame = (one: Boost, other: Boost) =>
    one.boostType === other.boostType && one.remainingMs === other.remainingMs;
  return boosts.filter((boost, index) => boosts.findIndex((other) => isSame(other, boost)) === index);
}

const hour = 3_600_000;
const fullTime = { regular: 24 * hour, mega: 7 * 24 * hour } as const;

/** Whether a boost has already used a part of its time. `remainingMs` is in milliseconds. */
export function isPartlyUsed(boost: { boostType: BoostType; remainingMs: number }): boolean {
  return boost.remainingMs < fullTime[boost.boostType];
}
