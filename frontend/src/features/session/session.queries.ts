import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, hasFieldErrors } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import type { User } from '../../api/generated/schema.d.ts';
import { requireCookies } from '../../api/require-cookies.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useAdoptUser, useLogout, useShowUser } from '../../api/change-session.ts';
import { isMarked, userOf } from '../../api/session.ts';

interface Credentials {
  email: string;
  password: string;
}

/** The user that a call has signed in. @throws InvalidResponseError if the browser has not kept the session */
async function signedIn(call: Promise<{ data?: User }>, done?: string): Promise<User> {
  const user = await userOf(call);
  if (!isMarked()) await requireCookies(api.GET('/api/auth/me'), done);
  return user;
}

export function useLogin() {
  return useMutation({
    mutationFn: (body: Credentials) => signedIn(api.POST('/api/auth/login', { body })),
    onSuccess: useAdoptUser(),
  });
}

/** Creates an account, which is signed in but not yet verified. */
export function useRegister() {
  return useMutation({
    mutationFn: (body: Credentials) =>
      signedIn(api.POST('/api/auth/register', { body }), 'Your account was created. '),
    onSuccess: useAdoptUser(),
  });
}

/** The questions that a verification link may raise: whose it is, and whether to leave another account. */
const confirmations: ReadonlySet<string | undefined> = new Set(['password_required', 'other_session']);

/** Whether the link is good, but the server wants to know more before it accepts it. */
export function needsConfirmation(error: unknown): error is ApiError {
  return error instanceof ApiError && confirmations.has(error.code);
}

/** The token of a verification link, and what the person confirms. */
interface Verification {
  token: string;
  password?: string;
  newPassword?: string;
  /** Whether to log out of the account that is logged in here. */
  replaceSession?: boolean;
}

/**
 * Redeems the token of a verification mail and signs its owner in. If that fails, the session is checked again: an
 * invalid link ends no session on the server.
 */
export function useVerifyEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Verification) => userOf(api.POST('/api/auth/verify-email', { body })),
    onSuccess: useAdoptUser(),
    onError: (error) => {
      if (!needsConfirmation(error) && !hasFieldErrors(error)) {
        void queryClient.resetQueries({ queryKey: queryKeys.session });
      }
    },
  });
}

/** Corrects the address of the unverified account that is signed in; a mail with a link follows. */
export function useChangeEmail() {
  const showUser = useShowUser();
  return useMutation({
    mutationFn: (email: string) => userOf(api.PUT('/api/auth/email', { body: { email } })),
    onSuccess: showUser,
  });
}

/** Requests another verification mail; returns the server's neutral message. */
export function useResendVerification() {
  return useMutation({
    mutationFn: (email: string) => bodyOf(api.POST('/api/auth/resend-verification', { body: { email } })),
  });
}

/** Requests a mail with a link that sets a new password; returns the server's neutral message. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) => bodyOf(api.POST('/api/auth/forgot-password', { body: { email } })),
  });
}

/**
 * Sets a new password by the token of such a link. The server ends the account's sessions. This browser is signed out
 * too, even from another account, because the next step is to log in with the new password.
 */
export function useResetPassword() {
  const queryClient = useQueryClient();
  const logout = useLogout();
  return useMutation({
    mutationFn: (body: { token: string; password: string }) =>
      bodyOf(api.POST('/api/auth/reset-password', { body })),
    // The password is set even if signing out fails: then check who is still signed in.
    onSuccess: () =>
      logout.mutateAsync().catch(() => queryClient.resetQueries({ queryKey: queryKeys.session })),
  });
}

/** The kinds of mail that an unsubscribe link stops; an `ApiError` of status 400 for an invalid link. */
export const unsubscribeKindsQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.unsubscribe(token),
    queryFn: () =>
      bodyOf(
        // Without this header the server redirects to the page, as for a browser that opens this address.
        api.GET('/api/unsubscribe', {
          params: { query: { token } },
          headers: { accept: 'application/json' },
        }),
      ),
  });

/** Stops the mails of an unsubscribe link, and refreshes the settings of a signed-in person. */
export function useUnsubscribe() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => bodyOf(api.POST('/api/unsubscribe', { params: { query: { token } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.session }),
  });
}
