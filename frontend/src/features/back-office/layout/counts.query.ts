import { queryOptions } from '@tanstack/react-query';
import { backgroundHeader } from '../../../api/attention.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** How often the counts are read again, in milliseconds. */
const PERIOD = 30_000;

export const countsQuery = queryOptions({
  queryKey: queryKeys.backOffice.counts,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/counts', { headers: backgroundHeader })),
  refetchOnMount: 'always',
  refetchInterval: PERIOD,
});
