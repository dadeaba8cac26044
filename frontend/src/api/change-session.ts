import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import { endDrafts } from './draft-storage.ts';
import type { User } from './generated/schema.d.ts';
import { queryKeys } from './query-keys.ts';
import { isNotSession } from './session.ts';

/** Replaces the session's user with what the server just returned. */
export function useShowUser(): (user: User | null) => Promise<void> {
  const queryClient = useQueryClient();
  return async (user) => {
    // A check that is in flight was sent earlier and must not overwrite the newer answer.
    await queryClient.cancelQueries({ queryKey: queryKeys.session });
    queryClient.setQueryData(queryKeys.session, user);
  };
}

/** Sets the session's user and invalidates everything else, after a login and after a change of the public profile. */
export function useAdoptUser(): (user: User) => Promise<void> {
  const queryClient = useQueryClient();
  const showUser = useShowUser();
  return async (user) => {
    await showUser(user);
    await queryClient.invalidateQueries({ predicate: isNotSession });
  };
}

/** What is sent before the session ends. */
export const beforeLogout = new Set<() => Promise<unknown> | undefined>();

/** Signs out and removes everything else from the cache, and what waits to be sent in any tab. */
export function useLogout() {
  const queryClient = useQueryClient();
  const showUser = useShowUser();
  return useMutation({
    mutationFn: async () => {
      await Promise.all([...beforeLogout].map((send) => send()));
      return api.POST('/api/auth/logout');
    },
    onSuccess: async () => {
      endDrafts();
      await showUser(null);
      queryClient.removeQueries({ predicate: isNotSession });
    },
  });
}
