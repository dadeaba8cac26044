import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import type { Post } from '../../api/types.ts';
import { useStore } from '../../lib/create-store.ts';
import { counted } from '../../lib/wording.ts';
import { commentsQuery, refreshComments, useCommentsOnTheWay } from './comments.queries.ts';
import { draftStore } from './drafts.ts';
import { freshCount } from './thread.ts';

/** The ids under which comments on a post were sent without an answer so far, in one text, which is the same while they are. */
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
  /** Takes the focus when the new ones have come, and the button that was pressed is gone. */
  heading: RefObject<HTMLElement | null>;
}

/** Says how many comments have come since they were read; the others stay where they are until these are wanted. */
export function NewComments({ post: { id, commentsCount }, heading }: NewCommentsProps) {
  const queryClient = useQueryClient();
  const { data } = useQuery(commentsQuery(id));
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
          {text} – show
        </button>
      )}
    </>
  );
}
