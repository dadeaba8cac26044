import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../api/api-error.ts';
import { applyNews, dropOwnPost } from '../../api/cache.ts';
import { api, bodyOf } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useSend } from '../../api/use-send.ts';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { toast } from '../../components/toast.ts';

/** Deletes one of the signed-in person's posts, and removes it from every list on the screen. */
function useDeletePost(onDeleted: (id: string) => unknown) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => bodyOf(api.DELETE('/api/user/posts/{id}', { params: { path: { id } } })),
    onSuccess: async (_, id) => {
      await queryClient.cancelQueries({ queryKey: queryKeys.own.posts });
      // Before the lists change; and the page of the post is left before it is gone.
      await onDeleted(id);
      toast({ title: 'Post deleted' });
      queryClient.removeQueries({ queryKey: queryKeys.posts.post(id) });
      dropOwnPost(queryClient, id);
      applyNews(queryClient, { figures: new Map(), removed: new Set([id]) });
      for (const { all } of [queryKeys.posts, queryKeys.boards, queryKeys.profiles]) {
        void queryClient.invalidateQueries({ queryKey: all });
      }
    },
  });
}

interface DeletePostProps {
  /** The post to delete; undefined while nobody wants to. */
  id: string | undefined;
  /** Closes it. */
  onClose: () => void;
  /** Called when the post is deleted, and still shown. */
  onDeleted: (id: string) => unknown;
  onCloseAutoFocus?: (event: Event) => void;
}

/** Asks before an own post is deleted. */
export function DeletePost({ id, onClose, onDeleted, onCloseAutoFocus }: DeletePostProps) {
  const deletion = useDeletePost(onDeleted);
  const close = (): void => {
    deletion.reset();
    onClose();
  };
  const send = useSend(deletion, { onSuccess: close });
  return (
    <ConfirmDialog
      open={id !== undefined}
      onOpenChange={(open) => open || close()}
      title="Delete Post?"
      description="The photo, its ratings, likes and comments will be deleted. This cannot be undone."
      action="Delete"
      busy={deletion.isPending}
      problem={
        deletion.error
          ? {
              title: 'Failed to Delete',
              text: messageOf(deletion.error, 'Could not delete post. Please try again.'),
            }
          : undefined
      }
      onConfirm={() => id !== undefined && send(id)}
      {...(onCloseAutoFocus && { onCloseAutoFocus })}
    />
  );
}
