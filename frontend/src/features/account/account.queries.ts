import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useShowUser } from '../../api/change-session.ts';

/** The field of a user that switches a kind of mail, or says when those about posts are sent. */
export type MailPreference =
  | 'emailNotificationsRating'
  | 'emailNotificationsComment'
  | 'emailNotificationsAchievements'
  | 'emailNotificationsBoosts'
  | 'emailWeekly';

interface PreferenceChange {
  preference: MailPreference;
  wanted: boolean;
}

const mailPreferences = ['mail-preferences'];

/**
 * Saves a choice about mails: optimistically, with a rollback on failure. Changes are sent one after the
 * other, so that the last press wins.
 */
export function useMailPreference() {
  const queryClient = useQueryClient();
  const show = ({ preference, wanted }: PreferenceChange): void => {
    queryClient.setQueryData(queryKeys.session, (user) => user && { ...user, [preference]: wanted });
  };
  return useMutation({
    mutationKey: mailPreferences,
    scope: { id: 'mail-preferences' },
    mutationFn: ({ preference, wanted }: PreferenceChange) =>
      bodyOf(api.PATCH('/api/auth/email-preferences', { body: { [preference]: wanted } })),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: queryKeys.session });
      show(change);
    },
    onError: (_, { preference, wanted }) => show({ preference, wanted: !wanted }),
  });
}

/** Changes the password of the signed-in person; the server ends their other sessions. */
export function useUpdatePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      bodyOf(api.PUT('/api/auth/update-password', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.own.sessions }),
  });
}

/** Shows with the password once more who is signed in. */
export function useConfirmUser(onBusy: (isBusy: boolean) => void) {
  return useMutation({
    mutationFn: (password: string) => api.POST('/api/auth/me/confirm', { body: { password } }),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
  });
}

/** Requests the deletion of the account in seven days, confirmed by the password. */
export function useRequestDeletion() {
  const showUser = useShowUser();
  return useMutation({
    mutationFn: (password: string) => bodyOf(api.POST('/api/user/deletion', { body: { password } })),
    onSuccess: showUser,
  });
}

export function useCancelDeletion() {
  const showUser = useShowUser();
  return useMutation({
    mutationFn: () => bodyOf(api.DELETE('/api/user/deletion')),
    onSuccess: showUser,
  });
}

/** The sessions of the account, last used first. */
export const sessionsQuery = queryOptions({
  queryKey: queryKeys.own.sessions,
  queryFn: () => bodyOf(api.GET('/api/user/sessions')),
  // Other sessions start and end without this browser.
  refetchOnMount: 'always',
});

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => bodyOf(api.DELETE('/api/user/sessions/{id}', { params: { path: { id } } })),
    // Also after a failure: most often the session had already ended.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.own.sessions }),
  });
}

/** Ends all other sessions; returns how many there were. */
export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => bodyOf(api.DELETE('/api/user/sessions')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.own.sessions }),
  });
}
