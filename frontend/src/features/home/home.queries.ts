import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** How many posts and ratings there are, and this week's first three. Read again when the page is opened later. */
export const summaryQuery = queryOptions({
  queryKey: queryKeys.boards.summary,
  queryFn: () => bodyOf(api.GET('/api/leaderboard/summary')),
  staleTime: 30_000,
});
