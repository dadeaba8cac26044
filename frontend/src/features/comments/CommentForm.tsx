import { isolated } from '@footnote/backend/shared/isolated.ts';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { limits } from '../../api/generated/limits.ts';
import { Button } from '../../components/Button.tsx';
import { TextBox } from '../../components/TextBox.tsx';
import { toast, toastFailure } from '../../components/toast.ts';
import { useStore } from '../../lib/create-store.ts';
import { useCharacterCount } from '../../components/text-rules.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { usePostComment } from './comments.queries.ts';
import { draftStore, type DraftTarget } from './drafts.ts';

const longest = limits.CommentRequest.text.maxLength;

interface CommentFormProps {
  target: DraftTarget;
  /** Whether it takes the focus when it appears. */
  takesFocus?: boolean;
  /** Called when the reply is posted or cancelled. */
  onClose?: () => void;
}

/** Posts the draft of a target and reports the result, even after the form has unmounted. */
function useSubmit({ postId, parent, ...rest }: DraftTarget, onPosted?: () => void) {
  const { mutateAsync: post, isPending } = usePostComment(postId);
  const oneAtATime = useOneAtATime();
  const what = parent ? 'reply' : 'comment';
  const submit = (text: string): void =>
    oneAtATime((done) => {
      const id = draftStore.idOf({ postId, parent, ...rest });
      post({ id, text, ...(parent && { parentCommentId: parent.commentId }) })
        .then(
          () => {
            if (draftStore.finish(id)) onPosted?.();
            toast({ title: parent ? `Reply to ${isolated(parent.name)} posted` : 'Comment posted' });
          },
          (error: unknown) => {
            // Without an answer, or after a server failure, the comment may have been posted.
            if (error instanceof ApiError && error.status < 500) draftStore.refuse(id);
            toastFailure(`Failed to post ${what}`, messageOf(error));
          },
        )
        .finally(done);
    });
  return { submit, isPending };
}

/** A form for a comment or a reply of at most 500 characters. The draft is kept until the server has accepted it. */
export function CommentForm({ target, takesFocus = false, onClose }: CommentFormProps) {
  const { parent } = target;
  const text = useStore(draftStore, () => draftStore.find(target)?.text ?? '');
  const { submit, isPending } = useSubmit(target, onClose);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  const trimmed = text.trim();
  const length = useCharacterCount(text);
  const mayPost = length > 0 && length <= longest;
  const putAway = (): void => {
    draftStore.drop(target);
    onClose?.();
  };
  return (
    <form
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (mayPost) submit(trimmed);
      }}
      className={parent ? 'mt-2' : ''}
    >
      <TextBox
        ref={field}
        label={parent ? `Reply to ${isolated(parent.name)}` : 'Add a comment'}
        value={text}
        limit={longest}
        rows={parent ? 2 : 3}
        readOnly={isPending}
        aria-busy={isPending}
        onChange={({ currentTarget }) => draftStore.write(target, currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && parent && trimmed === '') putAway();
        }}
      />
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        {parent && (
          <Button look="quiet" aria-disabled={isPending} onClick={putAway}>
            Cancel
          </Button>
        )}
        <Button type="submit" busy={isPending} aria-disabled={!mayPost}>
          {isPending ? 'Posting…' : parent ? 'Post Reply' : 'Post Comment'}
        </Button>
      </div>
    </form>
  );
}
