import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';

/** Where one is signed in, last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['api', 'user', 'sessions'],
  queryFn: () => bodyOf(api.GET('/api/user/sessions')),
  // Other places come and go without this one.
  refetchOnMount: 'always',
});

/** Signs out in one place. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => bodyOf(api.DELETE('/api/user/sessions/{id}', { params: { path: { id } } })),
    // Also after a failure: most often the session had ended already.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Signs out everywhere but here; answers how many sessions that ended. */
export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => bodyOf(api.DELETE('/api/user/sessions')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
