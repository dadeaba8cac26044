import {
  type QueryClient,
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import { mutationKeys, queryKeys } from '../../api/query-keys.ts';
import type { Comment } from '../../api/types.ts';
import { type Like, useLike } from '../../api/use-like.ts';
import { toast } from '../../components/toast.ts';
import { changeComment, findComment } from './thread.ts';

/** Fetches the comments on a post: newest first, their replies oldest first. */
export function readComments(postId: string, signal: AbortSignal): Promise<Comment[]> {
  return bodyOf(api.GET('/api/posts/{id}/comments', { params: { path: { id: postId } }, signal }));
}

/** The comments on a post: newest first, their replies oldest first. */
export const commentsQuery = (postId: string) =>
  queryOptions({
    queryKey: queryKeys.posts.comments(postId),
    queryFn: ({ signal }) => readComments(postId, signal),
  });

/** Reads the comments on a post and their count again. */
export async function refreshComments(queryClient: QueryClient, postId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: commentsQuery(postId).queryKey }),
    queryClient.invalidateQueries({ queryKey: queryKeys.posts.post(postId), exact: true }),
  ]);
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Reads the comments again if one was not found, so that deleted ones disappear from the screen. */
function refreshIfGone(queryClient: QueryClient, postId: string, error: unknown): void {
  if (isNotFound(error)) void refreshComments(queryClient, postId);
}

/** A new comment with an id from the browser, which makes a retry idempotent. */
interface NewComment {
  id: string;
  text: string;
  parentCommentId?: string;
}

/** Posts a comment or a reply; done when the list contains it. */
export function usePostComment(postId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: mutationKeys.postComment(postId),
    mutationFn: (body: NewComment) =>
      bodyOf(api.POST('/api/posts/{id}/comments', { params: { path: { id: postId } }, body })),
    onSuccess: () => refreshComments(queryClient, postId),
    onError: (error) => refreshIfGone(queryClient, postId, error),
  });
}

/** The ids of the comments on a post that are being sent. */
export function useCommentsOnTheWay(postId: string): readonly string[] {
  return useMutationState({
    filters: { mutationKey: mutationKeys.postComment(postId), status: 'pending' },
    select: ({ state }) => (state.variables as NewComment).id,
  });
}

/**
 * Deletes a comment with all its replies; one that is already gone counts as deleted. Done when the list is up to
 * date.
 */
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

/** Likes a comment (true) or unlikes it (false), see {@link useLike}. */
export function useLikeComment(postId: string, commentId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = commentsQuery(postId);
  const reading = useRef<AbortController>(undefined);
  const show = ({ liked, likesCount }: Like): void => {
    queryClient.setQueryData(
      queryKey,
      (comments) =>
        comments && changeComment(comments, commentId, (comment) => ({ ...comment, liked, likesCount })),
    );
  };
  /** Updates this comment alone, so that nothing else moves on the screen. */
  const refresh = async (): Promise<void> => {
    reading.current = new AbortController();
    const comments = await readComments(postId, reading.current.signal).catch(() => []);
    const comment = findComment(comments, commentId);
    if (comment) show(comment);
  };
  return useLike({
    mutationKey: mutationKeys.likeComment(commentId),
    send: (liked) => {
      const call = { params: { path: { id: commentId } } };
      return liked ? api.POST('/api/comments/{id}/like', call) : api.DELETE('/api/comments/{id}/like', call);
    },
    cancelReads: () => {
      reading.current?.abort();
      return queryClient.cancelQueries({ queryKey });
    },
    read: () => {
      const comment = findComment(queryClient.getQueryData(queryKey) ?? [], commentId);
      return { liked: comment?.liked ?? false, likesCount: comment?.likesCount ?? 0 };
    },
    show,
    refresh: () => void refresh(),
    onFailed: (error) => {
      toast({ title: 'Error', description: messageOf(error, 'Please try again'), look: 'danger' });
      refreshIfGone(queryClient, postId, error);
    },
  });
}
