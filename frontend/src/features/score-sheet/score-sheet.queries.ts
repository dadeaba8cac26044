import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { ownSheetQuery } from '../../api/own-posts.ts';

/** Shows the score sheet of an own post to everyone, or to nobody else. */
export function useShowSheet(id: string) {
  const queryClient = useQueryClient();
  const show = (isPublic: boolean) =>
    queryClient.setQueryData(ownSheetQuery(id).queryKey, (own) => own && { ...own, isPublic });
  return useMutation({
    // One after another: the last press counts.
    scope: { id: `score-sheet-${id}` },
    mutationFn: (isPublic: boolean) =>
      bodyOf(api.PUT('/api/user/posts/{id}/score-sheet', { params: { path: { id } }, body: { isPublic } })),
    onMutate: show,
    onError: (_, isPublic) => show(!isPublic),
  });
}
