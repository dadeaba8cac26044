import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { messageOf, titleOf } from '../../api/api-error.ts';
import type { Comment, Post } from '../../api/generated/schema.d.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { toast } from '../../components/toast.ts';
import { commentsQuery, countRepliesNow, useDeleteComment } from './comments.queries.ts';
import { findComment } from './thread.ts';

interface ReplyCount {
  /** Undefined while it loads, and if it cannot be read. */
  replies: number | undefined;
  isUnknown: boolean;
}

/** The number of replies to a comment on the server, read again whenever comments are added or deleted. */
function useReplyCount({ id, commentsCount }: Post, commentId: string | undefined): ReplyCount {
  const queryClient = useQueryClient();
  const { data, isFetching } = useQuery({
    queryFn: ({ signal }) => countRepliesNow(queryClient, id, commentId ?? '', signal),
    // The count is part of the key, so that a new comment causes a new read.
    queryKey: queryKeys.posts.replies(id, commentId, commentsCount),
    enabled: commentId !== undefined,
    gcTime: 0,
  });
  const replies = isFetching ? undefined : (data ?? undefined);
  return { replies, isUnknown: !isFetching && replies === undefined };
}

/** Never promises to delete less than it does. */
function whatGoes(replies: number | undefined): string {
  if (replies === undefined)
    return 'Your comment and all replies to it will be deleted. This cannot be undone.';
  if (replies === 0) return 'Your comment will be deleted. This cannot be undone.';
  if (replies === 1) return 'Your comment and 1 reply to it will be deleted. This cannot be undone.';
  return `Your comment and all ${replies} replies to it will be deleted. This cannot be undone.`;
}

interface DeleteCommentProps {
  post: Post;
  /** The comment as it was when Delete was pressed; null while the dialog is closed. */
  asked: Comment | null;
  onClose: () => void;
  /** Takes the focus when the comment and its Delete button are gone. */
  fallback: RefObject<HTMLElement | null>;
}

/** Asks before a comment is deleted, and says how many replies are deleted with it, including new ones. */
export function DeleteComment({ post, asked, onClose, fallback }: DeleteCommentProps) {
  const { mutate, isPending, error, reset } = useDeleteComment(post.id);
  const { data } = useInfiniteQuery(commentsQuery(post.id));
  const current = asked && data && findComment(data.comments, asked.id);
  const comment = current ?? asked;
  const { replies, isUnknown } = useReplyCount(post, asked?.id);
  const isGone = useRef(false);
  const remove = (): void => {
    if (!comment) return;
    mutate(comment.id, {
      onSuccess: () => {
        isGone.current = true;
        onClose();
        toast({ title: 'Comment deleted' });
      },
    });
  };
  return (
    <ConfirmDialog
      open={comment !== null}
      onOpenChange={(open) => {
        if (open) return;
        // It may have been deleted elsewhere while the dialog was open.
        isGone.current = current === undefined;
        reset();
        onClose();
      }}
      title="Delete Comment?"
      description={
        comment && `${whatGoes(replies)}${isUnknown ? ' The number of replies could not be loaded.' : ''}`
      }
      action={isPending ? 'Deleting…' : 'Delete'}
      busy={isPending}
      problem={
        error
          ? {
              title: titleOf(error),
              text: messageOf(error, 'The comment could not be deleted. Please try again.'),
            }
          : undefined
      }
      onConfirm={remove}
      onCloseAutoFocus={(event) => {
        if (!isGone.current) return;
        isGone.current = false;
        event.preventDefault();
        fallback.current?.focus({ preventScroll: true });
      }}
    />
  );
}
