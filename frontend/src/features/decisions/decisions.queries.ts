import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** What admins decided about the signed-in person, their content and their reports, newest first. */
export const decisionsQuery = queryOptions({
  queryKey: queryKeys.own.decisions,
  queryFn: () => bodyOf(api.GET('/api/user/decisions')),
  // Admins decide without this browser.
  refetchOnMount: 'always',
});

export function useAppeal(actId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      bodyOf(
        api.POST('/api/user/decisions/{id}/appeal', { params: { path: { id: actId } }, body: { text } }),
      ),
    // Also after a failure: most often the decision had been undone.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.own.decisions }),
  });
}
