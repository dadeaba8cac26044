/** A kind of boost. */
export type Boost = 'regular' | 'mega';

/** The active boost of a post; undefined if there is none. */
export function boostOf(post: { isBoosted: boolean; boostType: Boost | null }): Boost | undefined {
  return post.isBoosted ? (post.boostType ?? 'regular') : undefined;
}

const frames = { regular: 'ring-2 ring-accent', mega: 'ring-4 ring-gold' } as const;

/** The classes of the frame around a boosted post. */
export function boostFrame(boost: Boost | undefined): string {
  return boost ? frames[boost] : '';
}
