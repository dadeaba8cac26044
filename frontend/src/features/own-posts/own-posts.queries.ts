import { infiniteQueryOptions, type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import type { OwnPost } from '../../api/types.ts';
import { nextCursor } from '../../lib/next-cursor.ts';

interface OwnPostsPage {
  posts: readonly OwnPost[];
  /** Where the next page begins; undefined on the last one. */
  next: string | undefined;
}

async function readPage(cursor: string | undefined): Promise<OwnPostsPage> {
  const { data = [], response } = await api.GET('/api/user/posts', {
    params: { query: cursor === undefined ? {} : { cursor } },
  });
  return { posts: data, next: nextCursor(response.headers.get('link')) };
}

/** The signed-in person's posts, hidden ones too, newest first; read anew on every visit and whenever the window is looked at. */
export const ownPostsQuery = infiniteQueryOptions({
  queryKey: ['api', 'user', 'posts'],
  queryFn: ({ pageParam }) => readPage(pageParam),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

function without(id: string, list: InfiniteData<OwnPostsPage>): typeof list {
  const pages = list.pages.map((page) => ({ ...page, posts: page.posts.filter((post) => post.id !== id) }));
  return { ...list, pages };
}

/** Deletes one of the signed-in person's posts for good; it leaves every list that is on the screen. */
export function useDeletePost() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => bodyOf(api.DELETE('/api/user/posts/{id}', { params: { path: { id } } })),
    onSuccess: async (_, id) => {
      await queryClient.cancelQueries({ queryKey: ownPostsQuery.queryKey });
      queryClient.setQueryData(ownPostsQuery.queryKey, (list) => list && without(id, list));
      queryClient.removeQueries({ queryKey: ['api', 'posts', id] });
      for (const lists of ['posts', 'leaderboard', 'users']) {
        void queryClient.invalidateQueries({ queryKey: ['api', lists] });
      }
    },
  });
}
