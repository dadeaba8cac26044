import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import type { Post } from '../../api/types.ts';
import { nextCursor } from '../../lib/next-cursor.ts';

/** In which order a list of posts comes. */
export type PostSort = 'recent' | 'top';

/** How many posts one page has: full rows in grids of 2, 3, 4 and 5 columns. */
const pageSize = 60;

interface PostPage {
  posts: Post[];
  /** Where the next page begins; undefined on the last one. */
  next: string | undefined;
}

async function readPage(search: string, sort: PostSort, cursor: string | undefined): Promise<PostPage> {
  const call = await api.GET('/api/posts', {
    params: { query: { sort, limit: pageSize, ...(search && { search }), ...(cursor && { cursor }) } },
  });
  return { posts: call.data ?? [], next: nextCursor(call.response.headers.get('link')) };
}

/** How the keys of all lists of public posts begin. */
export const postLists = ['api', 'posts', 'list'] as const;

/** All public posts, page by page. */
export const postsQuery = (search: string, sort: PostSort) =>
  infiniteQueryOptions({
    queryKey: [...postLists, { search, sort }],
    queryFn: ({ pageParam }) => readPage(search, sort, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

/** One post; an `ApiError` of status 404 when there is none. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: ['api', 'posts', id],
    queryFn: () => bodyOf(api.GET('/api/posts/{id}', { params: { path: { id } } })),
  });

/** Why a post stands where it does. */
export const rankQuery = (id: string) =>
  queryOptions({
    queryKey: [...postQuery(id).queryKey, 'rank'],
    queryFn: () => bodyOf(api.GET('/api/posts/{id}/rank', { params: { path: { id } } })),
  });
