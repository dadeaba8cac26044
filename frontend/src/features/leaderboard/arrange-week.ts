import { searchable } from '../../lib/searchable.ts';

/** What arranging needs to know of a place; one whose post is gone has neither name nor date. */
interface RankedEntry {
  rank: number;
  username?: string;
  displayUsername?: string | null;
  createdAt?: string;
}

/**
 * The places of a week (best first) that fit the search, whatever its case and accents, best or newest first; those that
 * are gone come last then.
 */
export function arrangeWeek<Entry extends RankedEntry>(
  ranked: readonly Entry[],
  search: string,
  sort: 'recent' | 'top',
): Entry[] {
  const wanted = searchable(search);
  const found = ranked.filter(
    ({ username, displayUsername }) =>
      search === '' ||
      // As on the server, a search without a letter finds nobody.
      (wanted !== '' &&
        [username, displayUsername].some((name) => name && searchable(name).includes(wanted))),
  );
  const timeOf = ({ createdAt }: RankedEntry): number => (createdAt ? Date.parse(createdAt) : -Infinity);
  // Not by subtraction: of two that are gone neither comes before the other, and infinities have no difference.
  return sort === 'top'
    ? found
    : found.sort((one, other) => Number(timeOf(one) < timeOf(other)) - Number(timeOf(one) > timeOf(other)));
}
