import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { postQuery } from './post.queries.ts';

/** The judge's note and the category scores of an own post. */
export const ownSheetQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.own.scoreSheet(id),
    queryFn: () => bodyOf(api.GET('/api/user/posts/{id}/score-sheet', { params: { path: { id } } })),
  });

/** Shows the score sheet of an own post to everyone, or to nobody else. */
export function useShowSheet(id: string) {
  const queryClient = useQueryClient();
  const { queryKey } = ownSheetQuery(id);
  const show = (isPublic: boolean): void => {
    const own = queryClient.setQueryData(queryKey, (known) => known && { ...known, isPublic });
    const { queryKey: shown } = postQuery(id);
    queryClient.setQueryData(shown, (post) => {
      if (!post) return post;
      const { scoreSheet: _, ...rest } = post;
      return isPublic && own?.sheet ? { ...rest, scoreSheet: own.sheet } : rest;
    });
  };
  return useMutation({
    mutationFn: (isPublic: boolean) =>
      bodyOf(api.PUT('/api/user/posts/{id}/score-sheet', { params: { path: { id } }, body: { isPublic } })),
    onMutate: show,
    onError: (_, isPublic) => show(!isPublic),
  });
}
