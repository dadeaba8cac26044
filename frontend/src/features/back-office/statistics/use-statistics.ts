import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../api/query-keys.ts';
import type { Range } from './range.ts';

/** The days of a range, as the API takes them. */
export type Days = Pick<Range, 'from' | 'to'>;

/** The figures of a part for these days. `name` is the end of the path in the API. */
export function useFigures<Figures>(
  name: string,
  { from, to }: Days,
  load: (days: Days) => Promise<Figures>,
) {
  return useQuery({
    queryKey: queryKeys.backOffice.list(`statistics/${name}`, { from, to }),
    queryFn: () => load({ from, to }),
  });
}
