import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import { tellOtherTabs } from '../live/other-tabs.ts';
import { postQuery, rankQuery } from '../posts/posts.queries.ts';

/** What the person gave a post, from 0 to 10; null before, and for visitors. */
export const givenRatingQuery = (postId: string) =>
  queryOptions({
    queryKey: [...postQuery(postId).queryKey, 'user-rating'],
    queryFn: async () =>
      (await bodyOf(api.GET('/api/posts/{id}/user-rating', { params: { path: { id: postId } } }))).rating,
  });

/** Rates a post, once and for good; done when the post shows its new rating. */
export function useRatePost(postId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = givenRatingQuery(postId);
  return useMutation({
    mutationFn: (overallScore: number) =>
      bodyOf(api.POST('/api/ratings/submit', { body: { postId, overallScore } })),
    onSuccess: (_, overallScore) => {
      queryClient.setQueryData(queryKey, overallScore);
      // They learn of the new average like everybody, but not whose rating has made it.
      tellOtherTabs(queryKey);
      void queryClient.invalidateQueries({ queryKey: rankQuery(postId).queryKey });
      return queryClient.invalidateQueries({ queryKey: postQuery(postId).queryKey, exact: true });
    },
    onError: (error) => {
      // From another tab, say: show what was given there.
      if (error instanceof ApiError && error.status === 409)
        return queryClient.invalidateQueries({ queryKey });
      return undefined;
    },
  });
}
