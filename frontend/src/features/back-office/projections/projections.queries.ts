import { queryOptions } from '@tanstack/react-query';
import { backgroundHeader } from '../../../api/attention.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** How often the figures are read again, in milliseconds. */
const PERIOD = 5000;

/** All views, the reactions and the quarantine. */
export const overviewQuery = queryOptions({
  queryKey: queryKeys.backOffice.projections,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/projections', { headers: backgroundHeader })),
  refetchOnMount: 'always',
  refetchInterval: PERIOD,
});

export const viewQuery = (name: string) =>
  queryOptions({
    queryKey: queryKeys.backOffice.projection(name),
    queryFn: () =>
      bodyOf(
        api.GET('/api/rtm-sys/projections/{name}', {
          params: { path: { name } },
          headers: backgroundHeader,
        }),
      ),
    refetchOnMount: 'always',
    refetchInterval: PERIOD,
  });
