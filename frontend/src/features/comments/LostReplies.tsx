import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSession } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useCopied } from '../../components/use-copied.ts';
import { useStore } from '../../lib/create-store.ts';
import { commentsQuery, useDeleted } from './comments.queries.ts';
import { type Draft, draftStore, lostReplies, repliesOf } from './drafts.ts';

/**
 * Shows the draft of a reply whose comment was deleted meanwhile. Takes the focus if the form that disappeared had
 * it.
 */
function LostReply({ draft, onDismiss }: { draft: Draft; onDismiss: () => void }) {
  const { isCopied, copy } = useCopied();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) notice.current?.focus();
  }, []);
  return (
    <Notice look="calm">
      {/* The region around it says what it contains: with the focus, only its name is read. */}
      <div
        ref={notice}
        role="group"
        aria-label="Reply that was not posted"
        tabIndex={-1}
        className="outline-none"
      >
        <p className="font-semibold">This comment was deleted.</p>
        <p className="mt-0.5 [overflow-wrap:anywhere]">
          Your reply to <bdi translate="no">{draft.parent?.name}</bdi> was not posted:
        </p>
        <blockquote
          dir="auto"
          className="mt-2 border-l-2 border-line pl-3 [overflow-wrap:anywhere] whitespace-pre-line"
        >
          {draft.text}
        </blockquote>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button look="secondary" onClick={() => void copy(draft.text)}>
            {isCopied ? 'Text copied!' : 'Copy Text'}
          </Button>
          <Button look="quiet" onClick={onDismiss}>
            Dismiss
          </Button>
        </div>
      </div>
    </Notice>
  );
}

interface LostRepliesProps {
  postId: string;
  /** Called when one was dismissed, and its button with it. */
  onDismiss: () => void;
}

/** The drafts of replies that cannot be posted any more, because their comment is gone. */
export function LostReplies({ postId, onDismiss }: LostRepliesProps) {
  const { user } = useSession();
  const { data } = useInfiniteQuery(commentsQuery(postId));
  const drafts = useStore(draftStore);
  const unlisted = user && data ? lostReplies(repliesOf(drafts, user.id, postId), data.comments) : [];
  const deleted = useDeleted(
    postId,
    unlisted.flatMap(({ parent }) => parent?.commentId ?? []),
    data,
  );
  const lost = unlisted.filter(({ parent }) => parent && deleted.has(parent.commentId));
  return (
    <div role="status" className="empty:sr-only">
      {lost.length > 0 && (
        <ul className="mt-6 space-y-4">
          {lost.map((draft) => (
            <li key={draft.parent?.commentId}>
              <LostReply
                draft={draft}
                onDismiss={() => {
                  draftStore.drop(draft);
                  onDismiss();
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
