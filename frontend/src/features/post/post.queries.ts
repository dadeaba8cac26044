import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, isForOtherAccount, messageOf } from '../../api/api-error.ts';
import { applyNews, tellOtherTabs } from '../../api/cache.ts';
import { api, bodyOf } from '../../api/client.ts';
import { cancelMarks, markLiked, markRated, marksQuery, refreshMarks, shownMarks } from '../../api/marks.ts';
import { mutationKeys, queryKeys } from '../../api/query-keys.ts';
import { useLike } from '../../api/use-like.ts';
import { toastFailure } from '../../components/toast.ts';

/** One post; an `ApiError` of status 404 if it does not exist or is hidden. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.posts.post(id),
    queryFn: () => bodyOf(api.GET('/api/posts/{id}', { params: { path: { id } } })),
  });

/** The figures behind a post's rating and ranks. */
export const rankQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.posts.rank(id),
    queryFn: () => bodyOf(api.GET('/api/posts/{id}/rank', { params: { path: { id } } })),
  });

/** Shows the number of likes of a post wherever the post is shown. */
function showLikes(queryClient: QueryClient, id: string, likesCount: number): void {
  const post = queryClient.getQueryData(postQuery(id).queryKey);
  if (post) applyNews(queryClient, { figures: new Map([[id, { ...post, likesCount }]]), removed: new Set() });
}

/** Reads the number of likes: a press changes nothing if the same person already liked the post elsewhere. */
async function refreshLikes(queryClient: QueryClient, id: string): Promise<void> {
  try {
    const { likesCount } = await queryClient.fetchQuery({ ...postQuery(id), staleTime: 0 });
    showLikes(queryClient, id, likesCount);
  } catch {
    // Cancelled by the next press, which reads it again, or failed: the count stays as shown.
  }
}

/** Likes a post (true) or unlikes it (false), see {@link useLike}. */
export function useLikePost(id: string) {
  const queryClient = useQueryClient();
  const post = postQuery(id).queryKey;
  return useLike({
    mutationKey: mutationKeys.likePost(id),
    send: (liked) => {
      const call = { params: { path: { id } } };
      return liked ? api.POST('/api/posts/{id}/like', call) : api.DELETE('/api/posts/{id}/like', call);
    },
    cancelReads: () =>
      Promise.all([cancelMarks(queryClient, id), queryClient.cancelQueries({ queryKey: post, exact: true })]),
    read: () => ({
      liked: shownMarks(queryClient, id).likedPosts.includes(id),
      likesCount: queryClient.getQueryData(post)?.likesCount ?? 0,
    }),
    show: ({ liked, likesCount }) => {
      markLiked(queryClient, id, 'likedPosts', id, liked);
      showLikes(queryClient, id, likesCount);
    },
    refresh: () => {
      void refreshLikes(queryClient, id);
      void refreshMarks(queryClient, id);
    },
    onLiked: () => tellOtherTabs(marksQuery(id).queryKey),
    onFailed: (error) => toastFailure('Your like was not saved', messageOf(error)),
  });
}

/** @param via  'rate' if the photo was one of those that come one after another */
export function submitRating(
  postId: string,
  overallScore: number,
  via: 'rate' | undefined,
  init: { keepalive?: boolean } = {},
) {
  const body = { postId, overallScore, ...(via && { via }) };
  return bodyOf(api.POST('/api/ratings/submit', { body, ...init }));
}

/** Rates a post; a rating is final. Done when the post shows its new average. */
export function useRatePost(id: string, via?: 'rate') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: mutationKeys.ratePost(id),
    onMutate: () => cancelMarks(queryClient, id),
    mutationFn: (overallScore: number) => submitRating(id, overallScore, via),
    onSuccess: (_, overallScore) => {
      markRated(queryClient, id, overallScore);
      // Live news tells other tabs the new average, but not that this person has rated.
      tellOtherTabs(marksQuery(id).queryKey);
      void queryClient.invalidateQueries({ queryKey: queryKeys.posts.rank(id) });
      return queryClient.invalidateQueries({ queryKey: queryKeys.posts.post(id), exact: true });
    },
    // If the post was already rated, for example in another tab, that rating is shown.
    onSettled: () => refreshMarks(queryClient, id),
  });
}

/** Whether no later try to rate can succeed. */
export function isNeverRated(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || isForOtherAccount(error)) return false;
  return error.status < 500 && error.status !== 401 && error.status !== 429;
}

/** Says that a rating was not accepted. */
export function sayNotRated(error: unknown): void {
  toastFailure('Failed to Submit Rating', messageOf(error, 'You may have already rated this post.'));
}
