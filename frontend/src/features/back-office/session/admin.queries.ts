import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { AdminUser } from '../../../api/generated/schema.d.ts';
import { requireCookies } from '../../../api/require-cookies.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { answerOfPasskey } from './passkeys.ts';

async function readAdmin(): Promise<AdminUser | null> {
  try {
    return await bodyOf(api.GET('/api/rtm-sys/me'));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** The signed-in admin, or null. */
export const adminQuery = queryOptions({
  queryKey: queryKeys.backOffice.admin,
  queryFn: readAdmin,
});

/** The path of the login; null for those who may not know it. */
export const entryQuery = queryOptions({
  queryKey: queryKeys.backOffice.entry,
  queryFn: async (): Promise<string | null> => (await bodyOf(api.GET('/api/rtm-sys/entry'))).login,
});

/** What an admin signs in with. The code of the authenticator app is asked for once the password was right. */
interface AdminCredentials {
  username: string;
  password: string;
  code?: string;
}

/** Whether the server asks for the code of the authenticator app, after the right password. */
export function needsCode(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'totp_required';
}

/** Signs an admin in by a call. @throws InvalidResponseError if the browser has not kept the session */
function useSignIn<Input>(call: (input: Input) => Promise<{ data?: AdminUser }>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      const admin = await bodyOf(call(input));
      // Scripts cannot see the cookie.
      await requireCookies(api.GET('/api/rtm-sys/me'));
      return admin;
    },
    onSuccess: (admin) => {
      // Another admin may have been signed in here before.
      queryClient.removeQueries({ queryKey: queryKeys.backOffice.all });
      queryClient.setQueryData(adminQuery.queryKey, admin);
    },
  });
}

export const useAdminLogin = () =>
  useSignIn((body: AdminCredentials) => api.POST('/api/rtm-sys/login', { body }));

/** Signs in the admin whose passkey the person chooses. */
export const usePasskeyLogin = () =>
  useSignIn<void>(async () => api.POST('/api/rtm-sys/login/passkey', { body: await answerOfPasskey() }));

export function useAdminLogout() {
  return useMutation({ mutationFn: () => api.POST('/api/rtm-sys/logout') });
}

/** Shows what the server just returned about the signed-in admin. */
export function useShowAdmin(): (change: Partial<AdminUser>) => void {
  const queryClient = useQueryClient();
  return (change) =>
    queryClient.setQueryData(adminQuery.queryKey, (admin) => admin && { ...admin, ...change });
}
