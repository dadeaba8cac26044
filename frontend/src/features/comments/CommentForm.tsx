import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { limits } from '../../api/limits.ts';
import { Button } from '../../components/Button.tsx';
import { TextBox } from '../../components/TextBox.tsx';
import { toast } from '../../components/toast-store.ts';
import { characterCount } from '../../lib/text-length.ts';
import { usePostComment } from './comments.queries.ts';

/** The most characters of a comment. */
const longest = limits.CommentRequest.text.maxLength;

interface CommentFormProps {
  postId: string;
  /** What it answers, who is told of each change of its text, and how to put the form away; a comment on the post itself has neither. */
  reply?: { to: string; commentId: string; onWrite: (text: string) => void; onClose: () => void };
}

/** A comment or a reply of at most 500 characters. What was written stays until the server has it. */
export function CommentForm({ postId, reply }: CommentFormProps) {
  const [text, setText] = useState('');
  const { mutate, isPending } = usePostComment(postId);
  const field = useRef<HTMLTextAreaElement>(null);
  const isReply = reply !== undefined;
  useEffect(() => {
    if (isReply) field.current?.focus();
  }, [isReply]);

  const trimmed = text.trim();
  const mayPost = trimmed !== '' && characterCount(trimmed) <= longest;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!mayPost || isPending) return;
    mutate(
      { text: trimmed, ...(reply && { parentCommentId: reply.commentId }) },
      {
        onSuccess: () => {
          setText('');
          reply?.onClose();
          toast({ title: isReply ? 'Reply posted' : 'Comment posted' });
        },
        onError: (error) =>
          toast({
            title: isReply ? 'Failed to post reply' : 'Failed to post comment',
            description: messageOf(error, 'Please try again'),
            look: 'danger',
          }),
      },
    );
  };

  return (
    <form onSubmit={submit} className={isReply ? 'mt-2' : ''}>
      <TextBox
        ref={field}
        label={reply ? `Reply to ${reply.to}` : 'Add a comment'}
        value={text}
        limit={longest}
        lengthOf={characterCount}
        rows={isReply ? 2 : 3}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          reply?.onWrite(currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && trimmed === '') reply?.onClose();
        }}
      />
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        {reply && (
          <Button look="quiet" onClick={reply.onClose}>
            Cancel
          </Button>
        )}
        <Button type="submit" busy={isPending} disabled={!mayPost}>
          {isPending ? 'Posting…' : isReply ? 'Post Reply' : 'Post Comment'}
        </Button>
      </div>
    </form>
  );
}
