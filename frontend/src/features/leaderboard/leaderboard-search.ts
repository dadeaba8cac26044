import * as v from 'valibot';

/** The longest search that the server takes. */
export const LONGEST_SEARCH = 50;

/** A text as it stands in the address, of which the router may make a number; of several, the first. */
function textOf(value: unknown): string {
  return String(Array.isArray(value) ? value[0] : value);
}

/** As much of a text as the server takes, without half a character at its end. */
function cut(text: string): string {
  return text.slice(0, LONGEST_SEARCH).replace(/[\uD800-\uDBFF]$/, '');
}

/** What the address of the leaderboard says; anything unknown falls back to the default. */
export const leaderboardSearch = v.object({
  tab: v.optional(v.fallback(v.picklist(['all', 'week']), 'all'), 'all'),
  /** Missing: the order that fits the tab, see {@link sortOf}. */
  sort: v.optional(v.fallback(v.optional(v.picklist(['recent', 'top'])), undefined)),
  /** A week that is over, e.g. `2026-W46`; missing: the one that runs. */
  week: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\d{4}-W\d{2}$/))), undefined)),
  search: v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => cut(textOf(value).trim()).trimEnd()),
    ),
    '',
  ),
});

/** The leaderboard's state, which lives in its address. */
export type LeaderboardSearch = v.InferOutput<typeof leaderboardSearch>;

/** What need not stand in the address. */
export const leaderboardDefaults = { tab: 'all', search: '' } as const;

/** The order that is shown: the one asked for, else the newest first, and on the week's board the best first. */
export function sortOf({ tab, sort }: Pick<LeaderboardSearch, 'tab' | 'sort'>): 'recent' | 'top' {
  return sort ?? (tab === 'week' ? 'top' : 'recent');
}
