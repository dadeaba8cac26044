import { queryOptions, useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { Comment, Post } from '../../api/types.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { toast } from '../../components/toast.ts';
import { commentsQuery, readComments, useDeleteComment } from './comments.queries.ts';
import { countReplies, findComment, mostListed } from './thread.ts';

/** The comments as they are now, beside those on the screen, which stay as they were read; forgotten when nobody asks. */
const currentCommentsQuery = ({ id, commentsCount }: Post, commentId: string | undefined) =>
  queryOptions({
    queryFn: ({ signal }) => readComments(id, signal),
    // With the count, so that they are read once more when it changes.
    queryKey: queryKeys.posts.replies(id, commentId, commentsCount),
    // The server does not list all of more than that.
    enabled: commentId !== undefined && commentsCount <= mostListed,
    gcTime: 0,
  });

/** How many replies a comment has. */
interface ReplyCount {
  /** Undefined while it is being found out, and when it can't be. */
  replies: number | undefined;
  isUnknown: boolean;
}

/** How many replies there are under a comment on the server, and always anew when comments come or go; of none without one. */
function useReplyCount(post: Post, commentId: string | undefined): ReplyCount {
  const { data, isFetching } = useQuery(currentCommentsQuery(post, commentId));
  if (isFetching) return { replies: undefined, isUnknown: false };
  if (!data || commentId === undefined) return { replies: undefined, isUnknown: true };
  const comment = findComment(data, commentId);
  // It may be gone already, and with it all that answered it.
  return { replies: comment ? countReplies(comment) : 0, isUnknown: false };
}

/** In words that never promise that less goes than does. */
function whatGoes(replies: number | undefined): string {
  if (replies === undefined)
    return 'Your comment will be gone for good, and all replies to it are deleted too.';
  if (replies === 0) return 'Your comment will be gone for good.';
  if (replies === 1) return 'Your comment will be gone for good, and 1 reply to it is deleted too.';
  return `Your comment will be gone for good, and all ${replies} replies to it are deleted too.`;
}

interface DeleteCommentProps {
  post: Post;
  /** The comment in question, as it was when it was asked for; null while there is none. */
  asked: Comment | null;
  onClose: () => void;
  /** Takes the focus when the comment, and with it the button that was pressed, is gone. */
  fallback: RefObject<HTMLElement | null>;
}

/** Asks before a comment goes, and says how many replies go with it, also those that came since the comments were read. */
export function DeleteComment({ post, asked, onClose, fallback }: DeleteCommentProps) {
  const { mutate, isPending } = useDeleteComment(post.id);
  const { data } = useQuery(commentsQuery(post.id));
  const current = asked && data && findComment(data, asked.id);
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
      onOpenChange={(open) => {
        if (open) return;
        // It may have been deleted elsewhere while the question stood there.
        isGone.current = current === undefined;
        onClose();
      }}
      title="Delete Comment?"
      description={
        comment && `${whatGoes(replies)}${isUnknown ? ' How many there are could not be found out.' : ''}`
      }
      action={isPending ? 'Deleting…' : 'Delete'}
      busy={isPending}
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
