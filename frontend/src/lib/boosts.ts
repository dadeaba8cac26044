export type BoostType = 'regular' | 'mega';

/** The active boost of a post; undefined if there is none. */
export function boostOf(post: { isBoosted: boolean; boostType: BoostType | null }): BoostType | undefined {
  return post.isBoosted ? (post.boostType ?? 'regular') : undefined;
}

const frames = { regular: 'ring-2 ring-accent', mega: 'ring-4 ring-gold' } as const;

/** The classes of the frame around a boosted post. */
export function boostFrame(boost: BoostType | undefined): string {
  return boost ? frames[boost] : '';
}

export const boostNames = { regular: 'Boost', mega: 'Mega Boost' } as const;

export const boostDurations = { regular: '24 hours', mega: '7 days' } as const;

const hour = 3_600_000;
const fullTime = { regular: 24 * hour, mega: 7 * 24 * hour } as const;

/** Whether a boost has already used a part of its time. `remainingMs` is in milliseconds. */
export function isPartlyUsed(boost: { boostType: BoostType; remainingMs: number }): boolean {
  return boost.remainingMs < fullTime[boost.boostType];
}
