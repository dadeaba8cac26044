import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import { sayLikeFailed } from '../likes/like.queries.ts';
import { forgetFreshComments } from '../live/fresh-store.ts';
import { postQuery } from '../posts/posts.queries.ts';
import { changeComment } from './thread.ts';

/** The comments on a post, newest first, with their replies, oldest first. */
export const commentsQuery = (postId: string) =>
  queryOptions({
    queryKey: [...postQuery(postId).queryKey, 'comments'],
    queryFn: () => bodyOf(api.GET('/api/posts/{id}/comments', { params: { path: { id: postId } } })),
  });

/** Reads the comments on a post anew, and how many there are. */
export async function refreshComments(queryClient: QueryClient, postId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: commentsQuery(postId).queryKey }),
    queryClient.invalidateQueries({ queryKey: postQuery(postId).queryKey, exact: true }),
  ]);
  forgetFreshComments(postId);
}

/** Reads the comments anew when one of them was not found, so that those that were deleted meanwhile go from the screen. */
function refreshIfGone(queryClient: QueryClient, postId: string, error: unknown): void {
  if (error instanceof ApiError && error.status === 404) void refreshComments(queryClient, postId);
}

/** Comments on a post, or replies to a comment on it; done when it stands among the others. */
export function usePostComment(postId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { text: string; parentCommentId?: string }) =>
      bodyOf(api.POST('/api/posts/{id}/comments', { params: { path: { id: postId } }, body })),
    onSuccess: () => refreshComments(queryClient, postId),
    onError: (error) => refreshIfGone(queryClient, postId, error),
  });
}

/** Deletes a comment with all its replies; done when they are gone from the screen. */
export function useDeleteComment(postId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.DELETE('/api/comments/{id}', { params: { path: { id } } }),
    onSuccess: (_, id) => {
      queryClient.setQueryData(
        commentsQuery(postId).queryKey,
        (comments) => comments && changeComment(comments, id, () => null),
      );
      return refreshComments(queryClient, postId);
    },
    onError: (error) => refreshIfGone(queryClient, postId, error),
  });
}

/** Likes a comment (true) or takes the like back (false). Shown at once, and as it was before when the server refuses. */
export function useLikeComment(postId: string, commentId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = commentsQuery(postId);
  const show = (liked: boolean): void => {
    queryClient.setQueryData(
      queryKey,
      (comments) =>
        comments &&
        changeComment(comments, commentId, (comment) =>
          comment.liked === liked
            ? comment
            : { ...comment, liked, likesCount: Math.max(0, comment.likesCount + (liked ? 1 : -1)) },
        ),
    );
  };
  return useMutation({
    // One after the other, so that the last press is the one that counts.
    scope: { id: `like-comment-${commentId}` },
    mutationFn: (liked: boolean) => {
      const call = { params: { path: { id: commentId } } };
      return liked ? api.POST('/api/comments/{id}/like', call) : api.DELETE('/api/comments/{id}/like', call);
    },
    onMutate: async (liked) => {
      await queryClient.cancelQueries({ queryKey });
      show(liked);
    },
    onError: (error, liked) => {
      sayLikeFailed(error);
      show(!liked);
      void queryClient.invalidateQueries({ queryKey });
      refreshIfGone(queryClient, postId, error);
    },
  });
}
