import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import { toast } from '../../components/toast-store.ts';
import { livePrefixes, withNews } from '../live/live-news.ts';
import { tellOtherTabs } from '../live/other-tabs.ts';
import { postQuery } from '../posts/posts.queries.ts';
import { type Answered, answeredBefore, isLastPress, noteAnswer } from './presses.ts';

/** Whether the person likes a post; false for visitors. */
export const likeQuery = (postId: string) =>
  queryOptions({
    queryKey: [...postQuery(postId).queryKey, 'like'],
    queryFn: async () =>
      (await bodyOf(api.GET('/api/posts/{id}/like', { params: { path: { id: postId } } }))).liked,
  });

/** Says that a like did not come through. */
export function sayLikeFailed(error: unknown): void {
  toast({ title: 'Error', description: messageOf(error, 'Please try again'), look: 'danger' });
}

/** Puts the number of likes of a post wherever the post is shown. */
function showLikes(queryClient: QueryClient, postId: string, likesCount: number): void {
  const post = queryClient.getQueryData(postQuery(postId).queryKey);
  if (!post) return;
  const news = { figures: new Map([[postId, { ...post, likesCount }]]), removed: new Set<string>() };
  for (const queryKey of livePrefixes) {
    queryClient.setQueriesData({ queryKey }, (data: unknown) => withNews(data, news));
  }
}

/** Reads anew how many like a post: a press may have changed nothing, when the same person had liked it elsewhere. */
async function refreshLikes(queryClient: QueryClient, postId: string): Promise<void> {
  try {
    const { likesCount } = await queryClient.fetchQuery({ ...postQuery(postId), staleTime: 0 });
    showLikes(queryClient, postId, likesCount);
  } catch {
    // Broken off by the next press, which reads it after itself, or not to be had: the count stays what it seems to be.
  }
}

/**
 * Likes a post (true) or takes the like back (false). Shown at once; when the last press fails, it is as the server has last
 * said. The count is the server's when the last press has been answered.
 */
export function useLikePost(postId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = likeQuery(postId);
  const mutationKey = ['like-post', postId];
  return useMutation({
    mutationKey,
    // One after the other, so that the last press is the one that counts.
    scope: { id: `like-post-${postId}` },
    mutationFn: (liked: boolean) => {
      const call = { params: { path: { id: postId } } };
      return liked ? api.POST('/api/posts/{id}/like', call) : api.DELETE('/api/posts/{id}/like', call);
    },
    onMutate: async (liked) => {
      await Promise.all([
        queryClient.cancelQueries({ queryKey }),
        queryClient.cancelQueries({ queryKey: postQuery(postId).queryKey, exact: true }),
      ]);
      const shown: Answered = {
        liked: queryClient.getQueryData(queryKey) ?? false,
        likesCount: queryClient.getQueryData(postQuery(postId).queryKey)?.likesCount ?? 0,
      };
      const answered = answeredBefore(queryClient, mutationKey, { ...shown });
      queryClient.setQueryData(queryKey, liked);
      if (liked !== shown.liked) {
        showLikes(queryClient, postId, Math.max(0, shown.likesCount + (liked ? 1 : -1)));
      }
      return { answered };
    },
    onSuccess: (_, liked, press) => {
      noteAnswer(press, liked);
      tellOtherTabs(queryKey);
    },
    onError: (error, _, press) => {
      sayLikeFailed(error);
      // While others wait, what they have asked for is shown.
      if (!press || !isLastPress(queryClient, mutationKey)) return;
      queryClient.setQueryData(queryKey, press.answered.liked);
      showLikes(queryClient, postId, press.answered.likesCount);
      void queryClient.invalidateQueries({ queryKey });
    },
    onSettled: () => {
      if (isLastPress(queryClient, mutationKey)) void refreshLikes(queryClient, postId);
    },
  });
}
