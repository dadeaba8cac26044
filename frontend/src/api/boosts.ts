import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { boostOf } from '../lib/boosts.ts';
import { ApiError } from './api-error.ts';
import { postKeys, tellOtherTabs } from './cache.ts';
import { api, bodyOf } from './client.ts';
import type { Post } from './generated/schema.d.ts';
import { queryKeys } from './query-keys.ts';
import { useSession } from './session.ts';

/** What boosts cost, and how much may be donated. */
export const pricesQuery = queryOptions({
  queryKey: queryKeys.prices,
  queryFn: () => bodyOf(api.GET('/api/boost/prices')),
});

/**
 * The boosts that the signed-in person has not applied; fetched on every window focus. Null if the session has ended: the
 * person did not ask, so only their next action leads to the login.
 */
export const unusedBoostsQuery = queryOptions({
  queryKey: queryKeys.own.unusedBoosts,
  queryFn: async () => {
    try {
      return await bodyOf(api.GET('/api/boosts/unclaimed'));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  refetchOnWindowFocus: 'always',
  retry: false,
});

/** The person's unused boosts; undefined for visitors and until they are known. */
export function useUnusedBoosts() {
  const { user } = useSession();
  const { data } = useQuery({ ...unusedBoostsQuery, enabled: user !== null });
  return user && data ? data : undefined;
}

/** The boost that a post has now, or that is held while it was on it; null for none. */
export const postBoostQuery = ({ id, ...shown }: Pick<Post, 'id' | 'isBoosted' | 'boostType'>) =>
  queryOptions({
    queryKey: queryKeys.posts.boost(id, boostOf(shown)),
    queryFn: async () => (await bodyOf(api.GET('/api/posts/{id}/boost', { params: { path: { id } } }))).boost,
  });

/** Reads everything again that a payment or an applied boost changes. */
export async function refreshBoosts(queryClient: QueryClient): Promise<void> {
  tellOtherTabs(queryKeys.own.unusedBoosts);
  const changed = [queryKeys.own.unusedBoosts, queryKeys.own.payments, ...postKeys];
  await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Applies an unused boost of the person to their post. */
export function useApplyBoost() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ postId, boostId }: { postId: string; boostId: string }) =>
      bodyOf(
        api.POST('/api/posts/{id}/apply-boost', { params: { path: { id: postId } }, body: { boostId } }),
      ),
    // Also after a failure: most often another tab has applied the boost.
    onSettled: () => refreshBoosts(queryClient),
  });
}
