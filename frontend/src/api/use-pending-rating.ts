import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useStore } from '../lib/create-store.ts';
import { api, bodyOf } from './client.ts';
import type { User } from './generated/schema.d.ts';
import { shownTo } from './user-storage.ts';
import { queryKeys } from './query-keys.ts';
import { type PendingRating, pendingRating } from './draft-storage.ts';

/** The rating that the server remembers for this visitor, for a new tab with an empty session storage. */
const rememberedRatingQuery = queryOptions({
  queryKey: queryKeys.rememberedRating,
  queryFn: async () => (await bodyOf(api.GET('/api/ratings/pending'))).rating,
});

/** Asks the server to remember the rating that this visitor wants to publish. */
async function rememberRating({ imageUrl, imageHash }: PendingRating): Promise<void> {
  await api.PUT('/api/ratings/pending', { body: { imageUrl, imageHash } });
}

/** Asks the server to forget it. */
async function forgetRememberedRating(): Promise<void> {
  await api.DELETE('/api/ratings/pending');
}

/**
 * The rating that waits to be published by this person, from this tab or from the server, and how to keep and forget it.
 */
export function usePendingRating(user: User | null) {
  const accountId = user?.id ?? null;
  const queryClient = useQueryClient();
  const stored = useStore(pendingRating);
  const { data: remembered } = useQuery({ ...rememberedRatingQuery, enabled: stored === null });

  const forget = useCallback(() => {
    pendingRating.drop();
    queryClient.setQueryData(rememberedRatingQuery.queryKey, null);
    forgetRememberedRating()
      .catch((error: unknown) => console.error('Forgetting the rating failed', error))
      .finally(pendingRating.replaceOthers);
  }, [queryClient]);

  const keep = useCallback(
    async (rating: PendingRating) => {
      pendingRating.keep(rating, accountId);
      // This tab has it already; the server's copy is for other tabs.
      await rememberRating(rating).catch((error: unknown) =>
        console.error('Keeping the rating failed', error),
      );
      pendingRating.replaceOthers();
    },
    [accountId],
  );

  const pending = stored === null ? (remembered ?? null) : shownTo(stored, accountId);
  return { pending, isInvalid: stored === 'invalid', keep, forget };
}
