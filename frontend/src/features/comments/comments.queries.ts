import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useMutationState,
  useQueries,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { isNotFound, messageOf } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import type { Comment } from '../../api/generated/schema.d.ts';
import { cancelMarks, markLiked, refreshMarks, shownMarks } from '../../api/marks.ts';
import { byCursor, nextPage, type Page } from '../../api/pages.ts';
import { mutationKeys, queryKeys } from '../../api/query-keys.ts';
import { type Like, useLike } from '../../api/use-like.ts';
import { toastFailure } from '../../components/toast.ts';
import { changeComment, type CommentList, countReplies, findComment, joinPages } from './thread.ts';

interface CommentPage extends Page {
  comments: Comment[];
  /** The number of comments on all pages; on the first page only. */
  total: number;
}

async function readPage(
  postId: string,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<CommentPage> {
  const { data = [], response } = await api.GET('/api/posts/{id}/comments', {
    params: { path: { id: postId }, query: cursor === undefined ? {} : { cursor } },
    signal,
  });
  const total = Number(response.headers.get('x-total-count') ?? 0);
  return { comments: data, next: nextPage(response), total };
}

type CommentPages = InfiniteData<CommentPage>;

function listOf({ pages, pageParams: [after] }: CommentPages): CommentList & Page {
  const next = pages.at(-1)?.next;
  return {
    comments: joinPages(pages.map(({ comments }) => comments)),
    // A list that starts further down knows nothing of new ones.
    total: after === undefined ? (pages[0]?.total ?? 0) : Infinity,
    isComplete: after === undefined && next === undefined,
    next,
  };
}

/** The comments on a post, page by page: newest first, their replies oldest first. */
export const commentsQuery = (postId: string, after?: string) =>
  infiniteQueryOptions({
    ...byCursor,
    initialPageParam: after,
    queryKey: queryKeys.posts.comments(postId),
    queryFn: ({ pageParam, signal }) => readPage(postId, pageParam, signal),
    select: listOf,
  });

/** Reads the comments on a post after this cursor, instead of those that start elsewhere. */
export async function readComments(
  queryClient: QueryClient,
  postId: string,
  after: string | undefined,
): Promise<void> {
  const query = commentsQuery(postId, after);
  const read = queryClient.getQueryData(query.queryKey);
  if (read && read.pageParams[0] !== after)
    queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
  await queryClient.fetchInfiniteQuery(query);
}

/** Pages with one comment changed, or removed by null. */
function changeInPages(
  data: CommentPages | undefined,
  id: string,
  change: (comment: Comment) => Comment | null,
): CommentPages | undefined {
  if (!data) return undefined;
  const pages = data.pages.map((page) => ({ ...page, comments: changeComment(page.comments, id, change) }));
  return { ...data, pages };
}

/** The cursor of the page that lists a comment; undefined for the first page, and for an unknown comment. */
function cursorOf(data: CommentPages | undefined, id: string): string | undefined {
  const index = data?.pages.findIndex(({ comments }) => findComment(comments, id)) ?? -1;
  return data?.pageParams[index] as string | undefined;
}

/** How many pages are read at most to count replies. */
const mostPages = 10;

/**
 * Counts the replies to a comment on the server, apart from the list on the screen, which does not change. Null if they
 * are too many to read.
 */
export async function countRepliesNow(
  queryClient: QueryClient,
  postId: string,
  id: string,
  signal: AbortSignal,
): Promise<number | null> {
  let cursor = cursorOf(queryClient.getQueryData(commentsQuery(postId).queryKey), id);
  const pages: Comment[][] = [];
  while (pages.length < mostPages) {
    const { comments, next } = await readPage(postId, cursor, signal);
    pages.push(comments);
    const list = joinPages(pages);
    const root = list.findIndex((thread) => findComment([thread], id));
    // The thread of the last root may go on.
    if (next === undefined || (root >= 0 && root < list.length - 1)) {
      const comment = findComment(list, id);
      // It may be deleted already, and its replies with it.
      return comment ? countReplies(comment) : 0;
    }
    cursor = next;
  }
  return null;
}

const commentExistsQuery = (postId: string, id: string) =>
  queryOptions({
    queryKey: queryKeys.posts.commentExists(postId, id),
    queryFn: ({ signal }) =>
      api.GET('/api/comments/{id}/like', { params: { path: { id } }, signal }).then(
        () => true,
        (error: unknown) => {
          if (isNotFound(error)) return false;
          throw error;
        },
      ),
  });

/** Which of these comments, missing from the list, are deleted: others may be on a page that is not loaded. */
export function useDeleted(
  postId: string,
  missing: readonly string[],
  list: CommentList | undefined,
): ReadonlySet<string> {
  const gone = useQueries({
    queries: missing.map((id) => ({
      ...commentExistsQuery(postId, id),
      enabled: list?.isComplete === false,
    })),
    combine: (results) => missing.filter((_, index) => results[index]?.data === false),
  });
  return new Set(list?.isComplete ? missing : gone);
}

/** Reads the comments on a post and their count again. */
export async function refreshComments(queryClient: QueryClient, postId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: commentsQuery(postId).queryKey }),
    queryClient.invalidateQueries({ queryKey: queryKeys.posts.post(postId), exact: true }),
  ]);
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
      queryClient.setQueryData(commentsQuery(postId).queryKey, (data) => changeInPages(data, id, () => null));
      return refreshComments(queryClient, postId);
    },
  });
}

/** Likes a comment (true) or unlikes it (false), see {@link useLike}. */
export function useLikeComment(postId: string, commentId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = commentsQuery(postId);
  const reading = useRef<AbortController>(undefined);
  const showCount = (likesCount: number): void => {
    queryClient.setQueryData(queryKey, (data) =>
      changeInPages(data, commentId, (comment) => ({ ...comment, likesCount })),
    );
  };
  const show = ({ liked, likesCount }: Like): void => {
    markLiked(queryClient, postId, 'likedComments', commentId, liked);
    showCount(likesCount);
  };
  /** Updates this comment alone, so that nothing else moves on the screen. */
  const refresh = async (): Promise<void> => {
    reading.current = new AbortController();
    const cursor = cursorOf(queryClient.getQueryData(queryKey), commentId);
    const page = await readPage(postId, cursor, reading.current.signal).catch(() => null);
    const comment = page && findComment(page.comments, commentId);
    if (comment) showCount(comment.likesCount);
  };
  return useLike({
    mutationKey: mutationKeys.likeComment(postId, commentId),
    send: (liked) => {
      const call = { params: { path: { id: commentId } } };
      return liked ? api.POST('/api/comments/{id}/like', call) : api.DELETE('/api/comments/{id}/like', call);
    },
    cancelReads: () => {
      reading.current?.abort();
      return Promise.all([cancelMarks(queryClient, postId), queryClient.cancelQueries({ queryKey })]);
    },
    read: () => {
      const pages = queryClient.getQueryData(queryKey)?.pages ?? [];
      const comment = findComment(
        pages.flatMap(({ comments }) => comments),
        commentId,
      );
      const liked = shownMarks(queryClient, postId).likedComments.includes(commentId);
      return { liked, likesCount: comment?.likesCount ?? 0 };
    },
    show,
    refresh: () => {
      void refresh();
      void refreshMarks(queryClient, postId);
    },
    onFailed: (error) => {
      toastFailure('Your like was not saved', messageOf(error));
      refreshIfGone(queryClient, postId, error);
    },
  });
}
