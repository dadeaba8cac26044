import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import type { RatingResult } from '../../api/types.ts';
import { type PendingRating, toPendingRating } from '../../lib/pending-rating.ts';

/** The rating that this page showed last; put there by the upload, never fetched. */
export const latestRatingQuery = queryOptions({
  queryKey: ['latest-rating'],
  queryFn: (): RatingResult | null => null,
  gcTime: Infinity,
});

/** The rating that the server remembers for this visitor: for a new tab, where the session storage is empty. */
export const rememberedRatingQuery = queryOptions({
  queryKey: ['api', 'ratings', 'pending'],
  queryFn: async () => (await bodyOf(api.GET('/api/ratings/pending'))).rating,
});

/** Has the server remember the rating that this visitor wants to publish. */
export async function rememberRating({ imageUrl, imageHash }: PendingRating): Promise<void> {
  await api.PUT('/api/ratings/pending', { body: { imageUrl, imageHash } });
}

/** Has the server forget it. */
export async function forgetRememberedRating(): Promise<void> {
  await api.DELETE('/api/ratings/pending');
}

/** Publishes a rated photo; answers with the post's id. The boards that were read before lack it, so they go. */
export function usePublishRating() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (rating: PendingRating) =>
      bodyOf(api.POST('/api/posts/publish', { body: toPendingRating(rating) })),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ['api', 'posts'] });
      queryClient.removeQueries({ queryKey: ['api', 'leaderboard'] });
    },
  });
}
