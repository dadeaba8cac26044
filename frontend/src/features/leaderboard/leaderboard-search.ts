import * as v from 'valibot';
import { afterSearch } from '../../lib/addresses.ts';

/** The longest search that the server accepts. */
export const LONGEST_SEARCH = 50;

/** A search parameter as text: the router may parse it as a number, or as a list, whose first entry counts. */
function textOf(value: unknown): string {
  return String(Array.isArray(value) ? value[0] : value);
}

/** The part of a text that the server accepts, without half a surrogate pair at its end. */
function cut(text: string): string {
  return text.slice(0, LONGEST_SEARCH).replace(/[\uD800-\uDBFF]$/, '');
}

/** The search parameters of the leaderboard; unknown values fall back to the default. */
export const leaderboardSearch = v.object({
  tab: v.optional(v.fallback(v.picklist(['all', 'week']), 'all'), 'all'),
  /** Default: the order that fits the tab, see {@link sortOf}. */
  sort: v.optional(v.fallback(v.optional(v.picklist(['recent', 'top'])), undefined)),
  /** A closed week, e.g. `2026-W46`; default: the running one. */
  week: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\d{4}-W\d{2}$/))), undefined)),
  search: v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => cut(textOf(value).trim()).trimEnd()),
    ),
    '',
  ),
  after: afterSearch,
});

export type LeaderboardSearch = v.InferOutput<typeof leaderboardSearch>;

/** Values that are left out of the URL. */
export const leaderboardDefaults = { tab: 'all', search: '' } as const;

/** Whether a list is a whole board, best first, from its first rank on. */
export function isFromTheTop({ search, sort, after }: Partial<LeaderboardSearch>): boolean {
  return sort === 'top' && !search && !after;
}

/** The sort order: the requested one, else newest first for all posts and best first for a week. */
export function sortOf({ tab, sort }: Pick<LeaderboardSearch, 'tab' | 'sort'>): 'recent' | 'top' {
  return sort ?? (tab === 'week' ? 'top' : 'recent');
}
