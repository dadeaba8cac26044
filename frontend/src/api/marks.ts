import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';
import type { Marks } from './generated/schema.d.ts';
import { mutationKeys, queryKeys } from './query-keys.ts';
import { useSession } from './session.ts';

const NONE: Marks = { likedPosts: [], likedComments: [], ratings: {} };

/** What is the person's own on a post and all its comments, also on pages that are not loaded yet. Not for visitors. */
export const marksQuery = (postId: string) =>
  queryOptions({
    queryKey: queryKeys.own.marks(postId),
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/api/me/marks', { params: { query: { thread: postId } }, signal })),
  });

/** Whether {@link useMarks} has the marks: not during the session check, and while they are read. */
export function useHasMarks(postId: string): boolean {
  const { user, isLoading } = useSession();
  const { isPending } = useQuery({ ...marksQuery(postId), enabled: user !== null });
  return !isLoading && (user === null || !isPending);
}

/** The person's own marks on a post and its comments; none for visitors, and while they are not known. */
export function useMarks(postId: string): Marks {
  const { user } = useSession();
  const { data } = useQuery({ ...marksQuery(postId), enabled: user !== null });
  return (user && data) ?? NONE;
}

/** The marks as they are shown. */
export function shownMarks(queryClient: QueryClient, postId: string): Marks {
  return queryClient.getQueryData(marksQuery(postId).queryKey) ?? NONE;
}

/** Shows that the person likes a post or one of its comments, or no longer. */
export function markLiked(
  queryClient: QueryClient,
  postId: string,
  list: 'likedPosts' | 'likedComments',
  id: string,
  liked: boolean,
): void {
  const marks = shownMarks(queryClient, postId);
  const others = marks[list].filter((known) => known !== id);
  const changed = { ...marks, [list]: liked ? [...others, id] : others };
  queryClient.setQueryData(marksQuery(postId).queryKey, changed);
}

/** Shows the person's rating of a post. */
export function markRated(queryClient: QueryClient, postId: string, rating: number): void {
  const marks = shownMarks(queryClient, postId);
  const changed = { ...marks, ratings: { ...marks.ratings, [postId]: rating } };
  queryClient.setQueryData(marksQuery(postId).queryKey, changed);
}

/** Before a change: cancels reads whose answers would not include it. */
export function cancelMarks(queryClient: QueryClient, postId: string): Promise<void> {
  return queryClient.cancelQueries({ queryKey: marksQuery(postId).queryKey });
}

/** When a change was answered: reads the marks again, unless others that would be missing are being sent. */
export async function refreshMarks(queryClient: QueryClient, postId: string): Promise<void> {
  if (queryClient.isMutating({ mutationKey: mutationKeys.marks(postId) }) > 1) return;
  await queryClient.invalidateQueries({ queryKey: marksQuery(postId).queryKey });
}
