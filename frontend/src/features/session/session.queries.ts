import { hashKey, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import type { User } from '../../api/types.ts';

async function readSession(known: () => User | null): Promise<User | null> {
  try {
    return await bodyOf(api.GET('/api/auth/me'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    console.error('Session check failed', error);
    return known();
  }
}

const sessionKey = ['api', 'auth', 'me'] as const;

/**
 * The signed-in person, or null. Checked once at the start, where a check that fails counts as signed out; a later one that
 * fails changes nothing, as a network that is gone signs nobody out.
 */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ client }) => readSession(() => client.getQueryData<User | null>(sessionKey) ?? null),
});

const sessionHash = hashKey(sessionQuery.queryKey);

/** For whatever was read from the server, except who is signed in. */
export function isNotSession({ queryHash }: { queryHash: string }): boolean {
  return queryHash !== sessionHash;
}

/** The session as it is known now: `user` is null for visitors and while `isLoading`. */
export function useSession(): { user: User | null; isLoading: boolean } {
  const { data = null, isPending } = useQuery(sessionQuery);
  return { user: data, isLoading: isPending };
}

/**
 * Makes this person the session's user and has everything else that came from the server read anew. For whoever signs in,
 * and for those who changed what others see of them.
 */
export function useAdoptUser(): (user: User) => Promise<void> {
  const queryClient = useQueryClient();
  return async (user) => {
    // A check that is still on its way was asked before, and must not overwrite what is known now.
    await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
    queryClient.setQueryData(sessionQuery.queryKey, user);
    await queryClient.invalidateQueries({ predicate: isNotSession });
  };
}

interface Credentials {
  email: string;
  password: string;
}

/** Signs in. */
export function useLogin() {
  const signIn = useAdoptUser();
  return useMutation({
    mutationFn: (body: Credentials) => bodyOf(api.POST('/api/auth/login', { body })),
    onSuccess: signIn,
  });
}

/** Makes an account, which is signed in but not yet verified. */
export function useRegister() {
  const signIn = useAdoptUser();
  return useMutation({
    mutationFn: (body: Credentials) => bodyOf(api.POST('/api/auth/register', { body })),
    onSuccess: signIn,
  });
}

/**
 * Redeems the token of a verification mail and signs its owner in. When it fails, the session's user is cleared and the
 * server asked anew, as a link that is no good ends no session there.
 */
export function useVerifyEmail() {
  const queryClient = useQueryClient();
  const signIn = useAdoptUser();
  return useMutation({
    mutationFn: (token: string) => bodyOf(api.POST('/api/auth/verify-email', { body: { token } })),
    onSuccess: signIn,
    onError: () => void queryClient.resetQueries({ queryKey: sessionQuery.queryKey }),
  });
}

/** Asks for another verification mail; answers with the server's neutral sentence. */
export function useResendVerification() {
  return useMutation({
    mutationFn: (email: string) => bodyOf(api.POST('/api/auth/resend-verification', { body: { email } })),
  });
}

/** Signs out and forgets everything that came from the server. */
export function useLogout() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.POST('/api/auth/logout'),
    onSuccess: async () => {
      await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
      queryClient.setQueryData(sessionQuery.queryKey, null);
      queryClient.removeQueries({ predicate: isNotSession });
    },
  });
}
