import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { backgroundHeader } from '../../../api/attention.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** How often the figures are read again, in milliseconds; and while a view is being built. */
const PERIOD = 5000;
const BUILD_PERIOD = 1000;

const atWork: ReadonlySet<string | undefined> = new Set(['waiting', 'building', 'comparing']);

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
    refetchInterval: ({ state: { data } }) => (atWork.has(data?.trial?.state) ? BUILD_PERIOD : PERIOD),
  });

/** What is done to a view. */
export type ViewOperation = 'rebuild' | 'throw-away' | 'switch' | 'roll-back';

export function useViewOperation(name: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ operation, reason }: { operation: ViewOperation; reason: string }) =>
      bodyOf(
        api.POST(`/api/rtm-sys/projections/{name}/${operation}`, {
          params: { path: { name } },
          body: { reason },
        }),
      ),
    onSuccess: (view) => queryClient.setQueryData(viewQuery(name).queryKey, view),
    // Somebody else may have done it.
    onError: () => queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.projections }),
  });
}

/** Retries what a reaction could not handle, or the quarantine (null). */
export function useRetry() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ reaction, reason }: { reaction: string | null; reason: string }) =>
      bodyOf(
        reaction === null
          ? api.POST('/api/rtm-sys/quarantine/retry', { body: { reason } })
          : api.POST('/api/rtm-sys/reactions/{name}/retry', {
              params: { path: { name: reaction } },
              body: { reason },
            }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.projections }),
  });
}
