import {
  type QueryClient,
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import type { Comment } from '../../api/types.ts';
import { sayLikeFailed } from '../likes/like.queries.ts';
import { answeredBefore, isLastPress, noteAnswer } from '../likes/presses.ts';
import { postQuery } from '../posts/posts.queries.ts';
import { changeComment, findComment } from './thread.ts';

function readComments(postId: string, signal: AbortSignal): Promise<Comment[]> {
  return bodyOf(api.GET('/api/posts/{id}/comments', { params: { path: { id: postId } }, signal }));
}

/** The comments on a post, newest first, with their replies, oldest first. */
export const commentsQuery = (postId: string) =>
  queryOptions({
    queryKey: [...postQuery(postId).queryKey, 'comments'],
    queryFn: ({ signal }) => readComments(postId, signal),
  });

/** Reads the comments on a post anew, and how many there are. */
export async function refreshComments(queryClient: QueryClient, postId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: commentsQuery(postId).queryKey }),
    queryClient.invalidateQueries({ queryKey: postQuery(postId).queryKey, exact: true }),
  ]);
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Reads the comments anew when one of them was not found, so that those that were deleted meanwhile go from the screen. */
function refreshIfGone(queryClient: QueryClient, postId: string, error: unknown): void {
  if (isNotFound(error)) void refreshComments(queryClient, postId);
}

/** A comment to be posted under an id of ours, by which the server knows it again. */
interface NewComment {
  id: string;
  text: string;
  parentCommentId?: string;
}

const postCommentKey = (postId: string) => ['post-comment', postId] as const;

/** Comments on a post, or replies to a comment on it; done when it stands among the others. */
export function usePostComment(postId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: postCommentKey(postId),
    mutationFn: (body: NewComment) =>
      bodyOf(api.POST('/api/posts/{id}/comments', { params: { path: { id: postId } }, body })),
    onSuccess: () => refreshComments(queryClient, postId),
    onError: (error) => refreshIfGone(queryClient, postId, error),
  });
}

/** The ids of the comments on a post that are being sent right now. */
export function useCommentsOnTheWay(postId: string): readonly string[] {
  return useMutationState({
    filters: { mutationKey: postCommentKey(postId), status: 'pending' },
    select: ({ state }) => (state.variables as NewComment).id,
  });
}

/** Deletes a comment with all its replies, unless it is gone already; done when they are gone from the screen. */
export function useDeleteComment(postId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      try {
        await api.DELETE('/api/comments/{id}', { params: { path: { id } } });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
    onSuccess: (_, id) => {
      queryClient.setQueryData(
        commentsQuery(postId).queryKey,
        (comments) => comments && changeComment(comments, id, () => null),
      );
      return refreshComments(queryClient, postId);
    },
  });
}

/**
 * Likes a comment (true) or takes the like back (false). Shown at once; when the last press fails, it is as the server has
 * last said. The count is the server's when the last press has been answered.
 */
export function useLikeComment(postId: string, commentId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = commentsQuery(postId);
  const mutationKey = ['like-comment', commentId];
  const reading = useRef<AbortController>(undefined);
  /** Takes over what the server says of this comment alone, so that nothing else moves under the reader's eyes. */
  const refresh = async (): Promise<void> => {
    reading.current = new AbortController();
    const comments = await readComments(postId, reading.current.signal).catch(() => []);
    const { liked, likesCount } = findComment(comments, commentId) ?? {};
    if (liked === undefined || likesCount === undefined) return;
    queryClient.setQueryData(
      queryKey,
      (shown) => shown && changeComment(shown, commentId, (comment) => ({ ...comment, liked, likesCount })),
    );
  };
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
    mutationKey,
    mutationFn: (liked: boolean) => {
      const call = { params: { path: { id: commentId } } };
      return liked ? api.POST('/api/comments/{id}/like', call) : api.DELETE('/api/comments/{id}/like', call);
    },
    onMutate: async (liked) => {
      // What was asked before this press would be no answer to it.
      reading.current?.abort();
      await queryClient.cancelQueries({ queryKey });
      const comment = findComment(queryClient.getQueryData(queryKey) ?? [], commentId);
      const shown = { liked: comment?.liked ?? false, likesCount: comment?.likesCount ?? 0 };
      const answered = answeredBefore(queryClient, mutationKey, shown);
      show(liked);
      return { answered };
    },
    onSuccess: (_, liked, press) => noteAnswer(press, liked),
    onError: (error, _, press) => {
      sayLikeFailed(error);
      // While others wait, what they have asked for is shown.
      if (press && isLastPress(queryClient, mutationKey)) show(press.answered.liked);
      refreshIfGone(queryClient, postId, error);
    },
    onSettled: () => {
      if (isLastPress(queryClient, mutationKey)) void refresh();
    },
  });
}
