import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** One appeal, by the id of the act that it is against. */
export const appealQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.backOffice.appeal(id),
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/appeals/{id}', { params: { path: { id } } })),
    refetchOnMount: 'always',
  });

export function useDecideAppeal(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { granted: boolean; note: string }) =>
      bodyOf(api.POST('/api/rtm-sys/appeals/{id}/decide', { params: { path: { id } }, body })),
    // Also after a failure: most often another admin has decided it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.subjects }),
  });
}
