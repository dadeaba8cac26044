import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { ApiError, isForOtherAccount, messageOf } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import type { RatingResult, User } from '../../api/generated/schema.d.ts';
import {
  clearPendingRating,
  type PendingRating,
  pendingRatingStore,
  savePendingRating,
  toPendingRating,
} from '../../api/pending-rating.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { toast, toastFailure } from '../../components/toast.ts';
import { useStore } from '../../lib/create-store.ts';

/** The rating that this page showed last; set by the upload, never fetched. */
export const latestRatingQuery = queryOptions({
  queryKey: queryKeys.latestRating,
  queryFn: (): RatingResult | null => null,
  gcTime: Infinity,
});

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

/** Publishes a rated photo; returns the post's id. Cached boards lack the new post, so they are removed. */
export function usePublishRating() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (rating: PendingRating) =>
      bodyOf(api.POST('/api/posts/publish', { body: toPendingRating(rating) })),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: queryKeys.posts.all });
      queryClient.removeQueries({ queryKey: queryKeys.boards.all });
    },
  });
}

/** Says that the server or this page does not accept a rating, so that it cannot be posted. */
export function sayInvalid(): void {
  toastFailure('Invalid saved rating', 'Please upload a new photo to get rated.');
}

/**
 * The rating that waits to be published by this person, from this tab or from the server, and how to keep and forget it.
 */
export function usePendingRating(user: User | null) {
  const accountId = user?.id ?? null;
  const queryClient = useQueryClient();
  const stored = useStore(pendingRatingStore);
  const { data: remembered } = useQuery({ ...rememberedRatingQuery, enabled: stored === null });

  const forget = useCallback(() => {
    clearPendingRating();
    queryClient.setQueryData(rememberedRatingQuery.queryKey, null);
    forgetRememberedRating().catch((error: unknown) => console.error('Forgetting the rating failed', error));
  }, [queryClient]);

  const keep = useCallback(
    async (rating: PendingRating) => {
      savePendingRating(rating, accountId);
      // This tab has it already; the server's copy is for other tabs.
      await rememberRating(rating).catch((error: unknown) =>
        console.error('Keeping the rating failed', error),
      );
    },
    [accountId],
  );

  useEffect(() => {
    if (stored !== 'invalid') return;
    sayInvalid();
    forget();
  }, [stored, forget]);

  // The rating of an account whose session has ended waits until that account signs in again.
  const isMine = stored !== null && stored !== 'invalid' && [null, accountId].includes(stored.accountId);
  const mine = isMine ? stored.rating : null;
  const pending = stored === null ? (remembered ?? null) : mine;
  return { pending, keep, forget };
}

/**
 * Publishes the pending rating once a verified person is signed in, at most once per visit of the page, and opens the
 * post. `onPublished` is called when the post is shown.
 */
export function useAutoPublish(
  user: User | null,
  { pending, forget }: { pending: PendingRating | null; forget: () => void },
  onPublished: () => void,
) {
  const navigate = useNavigate();
  const { mutate, isPending } = usePublishRating();
  const tried = useRef(false);
  useEffect(() => {
    if (!user?.emailVerified || !pending || tried.current) return;
    tried.current = true;
    mutate(pending, {
      onSuccess: async ({ id }) => {
        await navigate({ to: '/post/$id', params: { id } });
        onPublished();
      },
      onError: (error) => {
        const status = error instanceof ApiError && !isForOtherAccount(error) ? error.status : 0;
        // A retry cannot succeed: the server does not know the rating, or its photo is already posted.
        if (status === 400 || status === 409) forget();
        if (status === 400) return sayInvalid();
        if (status === 409) {
          return toast({
            title: 'Already posted',
            description: messageOf(error, 'You have already published this photo.'),
          });
        }
        return toastFailure(
          'Failed to post rating',
          'Your rating is saved. Please refresh the page to retry.',
        );
      },
    });
  }, [user, pending, mutate, forget, onPublished, navigate]);
  return { isPublishing: isPending };
}
