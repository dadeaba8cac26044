import { queryOptions, useMutation } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { BoostType } from '../../lib/boosts.ts';
import { pauseAfter } from './checkout-answer.ts';

/** The sessions whose return the server has been sent. */
const told = new Set<string>();
/** So many answers without an outcome come before that: the server looks once ever, and webhooks are mostly faster. */
const ANSWERS_BEFORE = 5;

/** Says that the person is back, so that the server looks what became of it; once, unless it did not get there. */
async function tellReturn(sessionId: string, signal: AbortSignal): Promise<void> {
  if (told.has(sessionId)) return;
  const params = { path: { sessionId } };
  try {
    await api.POST('/api/checkouts/{sessionId}/return', { params, signal });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) return;
  }
  told.add(sessionId);
}

/**
 * What is known of a checkout, and which answer in a row that is; never from the cache. Asked again for as long as the page is
 * open and visible, with growing pauses.
 */
export const checkoutQuery = (sessionId: string, chance: number) =>
  queryOptions({
    queryKey: queryKeys.checkout(sessionId),
    queryFn: async ({ client, queryKey, signal }) => {
      const answers = (client.getQueryState(queryKey)?.dataUpdateCount ?? 0) + 1;
      if (answers > ANSWERS_BEFORE) await tellReturn(sessionId, signal);
      const call = api.GET('/api/checkouts/{sessionId}', { params: { path: { sessionId } }, signal });
      return { checkout: await bodyOf(call), answers };
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      pauseAfter(data?.checkout, dataUpdateCount + errorUpdateCount, chance),
    refetchOnWindowFocus: 'always',
  });

const leave = (url: string): void => window.location.assign(url);

/** Buys a boost, for a post or for later: opens the checkout page of the payment provider. */
export function useBuyBoost() {
  return useMutation({
    mutationFn: async ({ boostType, postId }: { boostType: BoostType; postId?: string }) => {
      const body = { boostType };
      if (postId === undefined) return (await bodyOf(api.POST('/api/boost/checkout', { body }))).url;
      const params = { path: { id: postId } };
      return (await bodyOf(api.POST('/api/posts/{id}/boost', { params, body }))).checkoutUrl;
    },
    onSuccess: leave,
  });
}

/** Donates an amount in the smallest unit of the currency: opens the checkout page of the payment provider. */
export function useDonate() {
  return useMutation({
    mutationFn: async (amount: number) =>
      (await bodyOf(api.POST('/api/donations/checkout', { body: { amount } }))).url,
    onSuccess: leave,
  });
}
