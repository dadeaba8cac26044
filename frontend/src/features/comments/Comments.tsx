import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { useSession } from '../../api/session.ts';
import type { Comment, Post } from '../../api/types.ts';
import { Button } from '../../components/Button.tsx';
import { useStore } from '../../lib/create-store.ts';
import { CommentForm } from './CommentForm.tsx';
import { CommentItem, elementIdOf } from './CommentItem.tsx';
import { commentsQuery } from './comments.queries.ts';
import { DeleteComment } from './DeleteComment.tsx';
import { draftStore } from './drafts.ts';
import { LostReplies } from './LostReplies.tsx';
import { NewComments } from './NewComments.tsx';
import { shownOf, threadsOf } from './thread.ts';

/** How many root comments are shown at first, and how many more with each press. */
const portion = 50;

/** The form above the comments, or why there is none. Keeps its height during the session check. */
function Invitation({ postId }: { postId: string }) {
  const { user, isLoading } = useSession();
  const next = useLocation({ select: ({ href }) => href });
  if (isLoading) return <div className="h-14" />;
  if (user?.emailVerified) return <CommentForm target={{ authorId: user.id, postId, parent: null }} />;
  return (
    <p className="rounded-control border-l-4 border-accent bg-wash px-4 py-3">
      {user ? (
        'Please verify your email address first. Then you can comment.'
      ) : (
        <>
          Please{' '}
          <Link to="/register" search={{ next }} className="text-link">
            sign up
          </Link>{' '}
          or{' '}
          <Link to="/login" search={{ next }} className="text-link">
            log in
          </Link>{' '}
          to comment.
        </>
      )}
    </p>
  );
}

interface ListProps {
  post: Post;
  onDelete: (comment: Comment) => void;
}

/** How many comments are shown, and how to show more; the focus then moves to the first new one. */
function usePortions() {
  const [most, setMost] = useState(portion);
  const [first, setFirst] = useState<string>();
  useEffect(() => {
    if (first) document.getElementById(elementIdOf(first))?.focus({ preventScroll: true });
  }, [first]);
  const showMore = (firstOfMore: string | undefined): void => {
    setFirst(firstOfMore);
    setMost(most + portion);
  };
  return { most, showMore };
}

function List({ post, onDelete }: ListProps) {
  const { user } = useSession();
  const answered = useStore(draftStore, () => (user ? draftStore.answeredBy(user.id, post.id) : ''));
  const { data, isPending, error, refetch } = useQuery(commentsQuery(post.id));
  const { most, showMore } = usePortions();
  if (isPending) {
    return (
      <p role="status" className="text-soft">
        Loading comments…
      </p>
    );
  }
  if (!data) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-4">
        <p className="font-medium text-danger">{messageOf(error, 'The comments could not be loaded.')}</p>
        <Button look="secondary" onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    );
  }
  if (data.length === 0) {
    return <p className="text-soft">No comments yet. Be the first to say something kind.</p>;
  }
  const shown = shownOf(data, most, new Set(answered.split(' ').filter(Boolean)));
  return (
    <>
      <ul className="space-y-6">
        {threadsOf(shown).map((thread) => (
          <CommentItem
            key={thread.comment.id}
            postId={post.id}
            posterId={post.userId}
            user={user}
            thread={thread}
            onDelete={onDelete}
          />
        ))}
      </ul>
      {data.length > shown.length && (
        <Button
          look="secondary"
          className="mt-6"
          onClick={() => showMore(data.find((comment) => !shown.includes(comment))?.id)}
        >
          Show More Comments
        </Button>
      )}
    </>
  );
}

/** The comments on a post, and the form to add one. */
export function Comments({ post }: { post: Post }) {
  const [deleting, setDeleting] = useState<Comment | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="comments">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id="comments" ref={heading} tabIndex={-1} className="scroll-mt-6 text-2xl sm:text-3xl">
          Comments <span className="text-soft">({post.commentsCount})</span>
        </h2>
        <NewComments post={post} heading={heading} />
      </div>
      <div className="mt-5">
        <Invitation postId={post.id} />
      </div>
      <LostReplies postId={post.id} onDismiss={() => heading.current?.focus({ preventScroll: true })} />
      <div className="mt-8">
        <List post={post} onDelete={setDeleting} />
      </div>
      <DeleteComment post={post} asked={deleting} onClose={() => setDeleting(null)} fallback={heading} />
    </section>
  );
}
