import { searchable } from '../../lib/searchable.ts';

/** What sorting needs of an entry; a removed post has neither name nor date. */
interface RankedEntry {
  rank: number;
  username?: string;
  displayUsername?: string | null;
  createdAt?: string;
}

/**
 * The entries of a week (best first) that match the search, ignoring case and accents, sorted best or newest first.
 * Removed posts come last by date.
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
      // As on the server, a search without letters finds nothing.
      (wanted !== '' &&
        [username, displayUsername].some((name) => name && searchable(name).includes(wanted))),
  );
  const timeOf = ({ createdAt }: RankedEntry): number => (createdAt ? Date.parse(createdAt) : -Infinity);
  // Not by subtraction: the difference of two infinities is NaN.
  return sort === 'top'
    ? found
    : found.sort((one, other) => Number(timeOf(one) < timeOf(other)) - Number(timeOf(one) > timeOf(other)));
}
