import * as v from 'valibot';

/** What the address of the leaderboard says; anything unknown falls back to the default. */
export const leaderboardSearch = v.object({
  tab: v.optional(v.fallback(v.picklist(['all', 'week']), 'all'), 'all'),
  sort: v.optional(v.fallback(v.picklist(['recent', 'top']), 'recent'), 'recent'),
  search: v.optional(
    v.fallback(v.pipe(v.unknown(), v.transform(String), v.trim(), v.maxLength(100)), ''),
    '',
  ),
});

/** The leaderboard's state, which lives in its address. */
export type LeaderboardSearch = v.InferOutput<typeof leaderboardSearch>;

/** What need not stand in the address. */
export const leaderboardDefaults = { tab: 'all', sort: 'recent', search: '' } as const;
