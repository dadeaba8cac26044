import { hashKey, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { api, bodyOf } from './client.ts';
import { queryKeys } from './query-keys.ts';
import type { User } from './types.ts';

async function readSession(known: () => User | null): Promise<User | null> {
  try {
    return await bodyOf(api.GET('/api/auth/me'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    console.error('Session check failed', error);
    return known();
  }
}

/**
 * The signed-in person, or null. If the first check fails, the visitor counts as signed out. If a later check fails,
 * nothing changes: a lost network signs nobody out.
 */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: ({ client }) => readSession(() => client.getQueryData<User | null>(queryKeys.session) ?? null),
});

const sessionHash = hashKey(queryKeys.session);

/** Matches every cached answer except the session. */
export function isNotSession({ queryHash }: { queryHash: string }): boolean {
  return queryHash !== sessionHash;
}

/** The session as it is known now: `user` is null for visitors and while `isLoading`. */
export function useSession(): { user: User | null; isLoading: boolean } {
  const { data = null, isPending } = useQuery(sessionQuery);
  return { user: data, isLoading: isPending };
}

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

/** Signs out and removes everything else from the cache. */
export function useLogout() {
  const queryClient = useQueryClient();
  const showUser = useShowUser();
  return useMutation({
    mutationFn: () => api.POST('/api/auth/logout'),
    onSuccess: async () => {
      await showUser(null);
      queryClient.removeQueries({ predicate: isNotSession });
    },
  });
}
