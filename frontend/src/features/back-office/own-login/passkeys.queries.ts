import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useShowAdmin } from '../session/admin.queries.ts';
import { createPasskey } from '../session/passkeys.ts';

/** The admin's own passkeys, oldest first. */
export const passkeysQuery = queryOptions({
  queryKey: queryKeys.backOffice.passkeys,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/passkeys')),
  // Others may have been added or used in other browsers.
  refetchOnMount: 'always',
});

/** Lets the person create a passkey, and adds it. */
export function useAddPasskey() {
  const queryClient = useQueryClient();
  const showAdmin = useShowAdmin();
  return useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const { options } = await bodyOf(api.POST('/api/rtm-sys/passkeys/offer'));
      const response = { ...(await createPasskey(options)) };
      return bodyOf(api.POST('/api/rtm-sys/passkeys', { body: { name, response } }));
    },
    onSuccess: (passkeys) => {
      queryClient.setQueryData(passkeysQuery.queryKey, passkeys);
      showAdmin({ mustEnrolTotp: false, passkeys: passkeys.length });
    },
  });
}

export function useRemovePasskey(id: string) {
  const queryClient = useQueryClient();
  const showAdmin = useShowAdmin();
  return useMutation({
    mutationFn: () => api.POST('/api/rtm-sys/passkeys/{id}/remove', { params: { path: { id } } }),
    onSuccess: () => {
      const left = queryClient.getQueryData(passkeysQuery.queryKey)?.filter((passkey) => passkey.id !== id);
      if (!left) return;
      queryClient.setQueryData(passkeysQuery.queryKey, left);
      showAdmin({ passkeys: left.length });
    },
  });
}
