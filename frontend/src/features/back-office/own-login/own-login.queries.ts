import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useShowAdmin } from '../session/admin.queries.ts';

/** The admin's own sessions, last used first. */
export const adminSessionsQuery = queryOptions({
  queryKey: queryKeys.backOffice.sessions,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/sessions')),
  // Other sessions start and end without this browser.
  refetchOnMount: 'always',
});

export function useEndAdminSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.DELETE('/api/rtm-sys/sessions/{id}', { params: { path: { id } } }),
    // Also after a failure: most often the session had already ended.
    onSettled: () => queryClient.invalidateQueries(adminSessionsQuery),
  });
}

/** Changes the admin's password; the server ends their other sessions. */
export function useChangeAdminPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      api.PUT('/api/rtm-sys/password', { body }),
    onSuccess: () => queryClient.invalidateQueries(adminSessionsQuery),
  });
}

/** Asks for a secret to connect an authenticator app with. Nothing is stored yet. */
export function useOfferTotp() {
  return useMutation({ mutationFn: () => bodyOf(api.POST('/api/rtm-sys/totp/offer')) });
}

/** Connects an authenticator app, in place of the one before; returns the recovery codes, which the server never shows again. */
export function useEnrolTotp() {
  const showAdmin = useShowAdmin();
  return useMutation({
    mutationFn: async (body: { offer: string; code: string }) =>
      (await bodyOf(api.POST('/api/rtm-sys/totp', { body }))).recoveryCodes,
    onSuccess: (codes) => showAdmin({ hasTotp: true, mustEnrolTotp: false, recoveryCodesLeft: codes.length }),
  });
}

export function useRemoveTotp() {
  const showAdmin = useShowAdmin();
  return useMutation({
    mutationFn: () => api.POST('/api/rtm-sys/totp/remove'),
    onSuccess: () => showAdmin({ hasTotp: false, recoveryCodesLeft: 0 }),
  });
}
