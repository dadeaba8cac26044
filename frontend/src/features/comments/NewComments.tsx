import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import type { Post } from '../../api/generated/schema.d.ts';
import { useStore } from '../../lib/create-store.ts';
import { counted } from '../../lib/wording.ts';
import { commentsQuery, refreshComments, useCommentsOnTheWay } from './comments.queries.ts';
import { draftStore } from './drafts.ts';
import { freshCount } from './thread.ts';

/** The ids of comments on a post that were sent and not answered yet, as one text, so that it compares by value. */
function useUnanswered(postId: string): string {
  return useStore(draftStore, () =>
    draftStore
      .read()
      .flatMap((draft) => (draft.postId === postId && draft.id !== null ? draft.id : []))
      .join(' '),
  );
}

interface NewCommentsProps {
  post: Post;
  /** Takes the focus when the new comments are shown and the button is gone. */
  heading: RefObject<HTMLElement | null>;
}

/** Says how many new comments there are. The list changes only when they are asked for. */
export function NewComments({ post: { id, commentsCount }, heading }: NewCommentsProps) {
  const queryClient = useQueryClient();
  const { data } = useInfiniteQuery(commentsQuery(id));
  const sent = [...useCommentsOnTheWay(id), ...useUnanswered(id).split(' ')];
  const count = data ? freshCount(commentsCount, data, sent) : 0;
  const isWanted = useRef(false);
  useEffect(() => {
    if (count > 0 || !isWanted.current) return;
    isWanted.current = false;
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [count, heading]);
  const text = counted(count, 'new comment');
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 ? text : ''}
      </p>
      {count > 0 && (
        <button
          type="button"
          onClick={() => {
            isWanted.current = true;
            void refreshComments(queryClient, id);
          }}
          className="inline-flex h-11 animate-fade items-center rounded-full bg-ink px-4 text-[0.9375rem] font-semibold text-paper hover:bg-accent hover:text-on-accent"
        >
          {`${text} – show`}
        </button>
      )}
    </>
  );
}
