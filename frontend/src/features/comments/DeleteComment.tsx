import { type RefObject, useRef } from 'react';
import { messageOf } from '../../api/api-error.ts';
import type { Comment } from '../../api/types.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { toast } from '../../components/toast-store.ts';
import { useDeleteComment } from './comments.queries.ts';
import { countReplies } from './thread.ts';

function whatGoes(replies: number): string {
  if (replies === 0) return 'Your comment will be gone for good.';
  if (replies === 1) return 'Your comment will be gone for good, and 1 reply to it is deleted too.';
  return `Your comment will be gone for good, and all ${replies} replies to it are deleted too.`;
}

interface DeleteCommentProps {
  postId: string;
  /** The comment in question; null while there is none. */
  comment: Comment | null;
  onClose: () => void;
  /** Takes the focus when the comment, and with it the button that was pressed, is gone. */
  fallback: RefObject<HTMLElement | null>;
}

/** Asks before a comment goes, and says how many replies go with it. */
export function DeleteComment({ postId, comment, onClose, fallback }: DeleteCommentProps) {
  const { mutate, isPending } = useDeleteComment(postId);
  const isDeleted = useRef(false);
  const remove = (): void => {
    if (!comment) return;
    mutate(comment.id, {
      onSuccess: () => {
        isDeleted.current = true;
        onClose();
        toast({ title: 'Comment deleted' });
      },
      onError: (error) => {
        onClose();
        toast({
          title: 'Error',
          description: messageOf(error, 'The comment could not be deleted. Please try again.'),
          look: 'danger',
        });
      },
    });
  };
  return (
    <ConfirmDialog
      open={comment !== null}
      onOpenChange={(open) => open || onClose()}
      title="Delete Comment?"
      description={comment && whatGoes(countReplies(comment))}
      action={isPending ? 'Deleting…' : 'Delete'}
      busy={isPending}
      onConfirm={remove}
      onCloseAutoFocus={(event) => {
        if (!isDeleted.current) return;
        isDeleted.current = false;
        event.preventDefault();
        fallback.current?.focus({ preventScroll: true });
      }}
    />
  );
}
