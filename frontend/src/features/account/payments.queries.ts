import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshBoosts } from '../../api/boosts.ts';
import { api, bodyOf } from '../../api/client.ts';
import { byCursor, nextPage } from '../../api/pages.ts';
import { queryKeys } from '../../api/query-keys.ts';

async function readPage(cursor: string | undefined) {
  const { data = [], response } = await api.GET('/api/user/payments', {
    params: { query: { part: 'settled', ...(cursor !== undefined && { cursor }) } },
  });
  return { payments: data, next: nextPage(response) };
}

/** The person's boosts and donations, newest first, without checkouts that were not paid; fetched on every visit and every window focus. */
export const paymentsQuery = infiniteQueryOptions({
  ...byCursor,
  queryKey: queryKeys.own.payments,
  queryFn: ({ pageParam }) => readPage(pageParam),
  // Payments are confirmed, refunded and disputed without this browser.
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

/** The address of a receipt at the payment provider, read when it is wanted because it expires. */
export async function readReceipt(id: string): Promise<string> {
  return (await bodyOf(api.GET('/api/user/payments/{id}/receipt', { params: { path: { id } } }))).receiptUrl;
}

export function useRequestRefund() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      bodyOf(api.POST('/api/user/payments/{id}/refund-request', { params: { path: { id } } })),
    // Also after a failure: most often the boost was applied meanwhile.
    onSettled: () => refreshBoosts(queryClient),
  });
}
