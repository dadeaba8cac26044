import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';
import type { OwnPost } from './generated/schema.d.ts';
import { byCursor, nextPage, type PostPage } from './pages.ts';
import { queryKeys } from './query-keys.ts';

async function readPage(cursor: string | undefined): Promise<PostPage<OwnPost>> {
  const { data = [], response } = await api.GET('/api/user/posts', {
    params: { query: cursor === undefined ? {} : { cursor } },
  });
  return { posts: data, next: nextPage(response) };
}

/** The signed-in person's posts, including hidden ones, newest first; fetched on every visit and every window focus. */
export const ownPostsQuery = infiniteQueryOptions({
  ...byCursor,
  queryKey: queryKeys.own.posts,
  queryFn: ({ pageParam }) => readPage(pageParam),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

/** What the judge gave an own post, and who sees it. */
export const ownSheetQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.own.scoreSheet(id),
    queryFn: () => bodyOf(api.GET('/api/user/posts/{id}/score-sheet', { params: { path: { id } } })),
  });
