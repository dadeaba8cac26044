import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { sessionQuery } from './session.queries.ts';

/** Which kinds of mail an unsubscribe link stops; an `ApiError` of status 400 for a link that is no good. */
export const unsubscribeKindsQuery = (token: string) =>
  queryOptions({
    queryKey: ['api', 'unsubscribe', token],
    queryFn: () =>
      bodyOf(
        // Whoever opens this address in a browser is led to the screen instead.
        api.GET('/api/unsubscribe', {
          params: { query: { token } },
          headers: { accept: 'application/json' },
        }),
      ),
  });

/** Stops the mails of an unsubscribe link; whoever is signed in sees it in their settings. */
export function useUnsubscribe() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => bodyOf(api.POST('/api/unsubscribe', { params: { query: { token } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
}
