import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import type { AdminRole } from '../layout/sections.ts';

/** All admins by name, dismissed ones last. */
export const adminsQuery = queryOptions({
  queryKey: queryKeys.backOffice.admins,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/admins')),
  refetchOnMount: 'always',
});

/** The invitations that nobody has accepted. */
export const invitationsQuery = queryOptions({
  queryKey: queryKeys.backOffice.invitations,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/admins/invitations')),
  refetchOnMount: 'always',
});

/** What an owner can do about another admin. */
export type AdminChange =
  { kind: 'role'; role: AdminRole } | { kind: 'dismiss' } | { kind: 'unlink' } | { kind: 'reinstate' };

/** Signs an admin out everywhere. */
export function useEndSessions() {
  return useMutation({
    mutationFn: (id: string) => api.DELETE('/api/rtm-sys/admins/{id}/sessions', { params: { path: { id } } }),
  });
}

function change(id: string, reason: string, asked: AdminChange) {
  const params = { path: { id } };
  if (asked.kind === 'role') {
    return bodyOf(api.PUT('/api/rtm-sys/admins/{id}/role', { params, body: { role: asked.role, reason } }));
  }
  if (asked.kind === 'unlink') {
    return bodyOf(api.POST('/api/rtm-sys/admins/{id}/unlink', { params, body: { reason } }));
  }
  return bodyOf(
    asked.kind === 'dismiss'
      ? api.POST('/api/rtm-sys/admins/{id}/dismiss', { params, body: { reason } })
      : api.POST('/api/rtm-sys/admins/{id}/reinstate', { params, body: { reason } }),
  );
}

export function useChangeAdmin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason, asked }: { id: string; reason: string; asked: AdminChange }) =>
      change(id, reason, asked),
    // Also the proposals, which lie under them.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.admins }),
  });
}

export function useInviteAdmin() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; role: AdminRole }) =>
      bodyOf(api.POST('/api/rtm-sys/admins/invitations', { body })),
    onSettled: () => queryClient.invalidateQueries(invitationsQuery),
  });
}

export function useWithdrawInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api.DELETE('/api/rtm-sys/admins/invitations/{id}', { params: { path: { id } } }),
    onSettled: () => queryClient.invalidateQueries(invitationsQuery),
  });
}
