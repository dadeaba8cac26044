import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { sessionQuery } from './session.queries.ts';

/** Asks for a mail with a link that sets a new password; answers with the server's neutral sentence. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) => bodyOf(api.POST('/api/auth/forgot-password', { body: { email } })),
  });
}

/** Sets a new password by the token of such a link. It ends the account's sessions, maybe also the one of this browser. */
export function useResetPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { token: string; password: string }) =>
      bodyOf(api.POST('/api/auth/reset-password', { body })),
    onSuccess: () => queryClient.resetQueries({ queryKey: sessionQuery.queryKey }),
  });
}
