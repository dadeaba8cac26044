import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { backgroundHeader } from '../../../api/attention.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { queryKeys } from '../../../api/query-keys.ts';

/** How often a running recount is read again, and how often any other, in milliseconds: others may begin one. */
const RUNNING_PERIOD = 1000;
const PERIOD = 10_000;

export const closedWeeksQuery = queryOptions({
  queryKey: queryKeys.backOffice.closedWeeks,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/weeks', { headers: backgroundHeader })),
  refetchOnMount: 'always',
});

export const recountQuery = queryOptions({
  queryKey: queryKeys.backOffice.recount,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/weeks/recount', { headers: backgroundHeader })),
  refetchOnMount: 'always',
  refetchInterval: ({ state: { data } }) => {
    const state = data?.recount?.state;
    return state === 'waiting' || state === 'counting' ? RUNNING_PERIOD : PERIOD;
  },
});

/** What is done about the recount of a week. */
export type RecountOperation = 'recount' | 'throw-away' | 'reopen';

interface Asked {
  readonly operation: RecountOperation;
  readonly week: string;
  /** The closing that was compared. */
  readonly closing: string;
  readonly reason: string;
}

export function useRecountOperation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ operation, week, closing, reason }: Asked): Promise<void> => {
      const params = { path: { week } };
      if (operation === 'reopen') {
        await api.POST('/api/rtm-sys/weeks/{week}/reopen', { params, body: { closing, reason } });
      } else await api.POST(`/api/rtm-sys/weeks/{week}/${operation}`, { params, body: { reason } });
    },
    // Also after a failure: another owner may have done it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.backOffice.closedWeeks }),
  });
}
