import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { sessionQuery, useLogout } from './session.queries.ts';

/** Asks for a mail with a link that sets a new password; answers with the server's neutral sentence. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) => bodyOf(api.POST('/api/auth/forgot-password', { body: { email } })),
  });
}

/**
 * Sets a new password by the token of such a link. It ends the account's sessions, and the one of this browser also when it
 * is somebody else's: whoever has chosen a password goes on to log in with it.
 */
export function useResetPassword() {
  const queryClient = useQueryClient();
  const logout = useLogout();
  return useMutation({
    mutationFn: (body: { token: string; password: string }) =>
      bodyOf(api.POST('/api/auth/reset-password', { body })),
    // The password is set also where nobody could be signed out: then it is asked who is signed in still.
    onSuccess: () =>
      logout.mutateAsync().catch(() => queryClient.resetQueries({ queryKey: sessionQuery.queryKey })),
  });
}
