import { queryOptions, useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { toastFailure } from '../../components/toast.ts';
import type { BoostType } from '../../lib/boosts.ts';
import { settledAnswer } from './checkout-answer.ts';

/** Waits, or rejects when the signal fires. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

/** What is known of a checkout, after up to ten seconds; never from the cache. */
export const checkoutQuery = (sessionId: string) =>
  queryOptions({
    queryKey: queryKeys.checkout(sessionId),
    queryFn: ({ signal }) =>
      settledAnswer(
        () => bodyOf(api.GET('/api/checkouts/{sessionId}', { params: { path: { sessionId } }, signal })),
        (milliseconds) => pause(milliseconds, signal),
      ),
    staleTime: 0,
    gcTime: 0,
  });

const leave = (url: string): void => window.location.assign(url);

const sayFailed = (error: unknown): void => {
  const title = 'Failed to create checkout session';
  const message = messageOf(error);
  toastFailure(title, message === title ? 'Please try again' : message);
};

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
    onError: sayFailed,
  });
}

/** Donates an amount in the smallest unit of the currency: opens the checkout page of the payment provider. */
export function useDonate() {
  return useMutation({
    mutationFn: async (amount: number) =>
      (await bodyOf(api.POST('/api/donations/checkout', { body: { amount } }))).url,
    onSuccess: leave,
    onError: sayFailed,
  });
}
