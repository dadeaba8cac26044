import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import type { Comment, Post } from '../../api/types.ts';
import { Button } from '../../components/Button.tsx';
import { useSession } from '../session/session.queries.ts';
import { CommentForm } from './CommentForm.tsx';
import { CommentItem } from './CommentItem.tsx';
import { commentsQuery } from './comments.queries.ts';
import { DeleteComment } from './DeleteComment.tsx';
import { LostReply } from './LostReply.tsx';
import { NewComments } from './NewComments.tsx';
import { lostDrafts, type ReplyDraft, withDraft } from './reply-drafts.ts';
import { threadsOf } from './thread.ts';

/** How many comments on the post itself are shown at first, and how many more at every press. */
const portion = 50;

/** What stands over the comments: the form, or why there is none. Keeps its place while the session is checked. */
function Invitation({ postId }: { postId: string }) {
  const { user, isLoading } = useSession();
  const next = useLocation({ select: ({ href }) => href });
  if (isLoading) return <div className="h-14" />;
  if (user?.emailVerified) return <CommentForm postId={postId} />;
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
  onWrite: (draft: ReplyDraft) => void;
  onDelete: (comment: Comment) => void;
}

function List({ post, onWrite, onDelete }: ListProps) {
  const { user } = useSession();
  const { data, isPending, error, refetch } = useQuery(commentsQuery(post.id));
  const [most, setMost] = useState(portion);
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
  return (
    <>
      <ul className="space-y-6">
        {threadsOf(data.slice(0, most)).map((thread) => (
          <CommentItem
            key={thread.comment.id}
            postId={post.id}
            posterId={post.userId}
            user={user}
            thread={thread}
            onWrite={onWrite}
            onDelete={onDelete}
          />
        ))}
      </ul>
      {data.length > most && (
        <Button look="secondary" className="mt-6" onClick={() => setMost(most + portion)}>
          Show More Comments
        </Button>
      )}
    </>
  );
}

/** The replies that are being written, kept where they outlive the comments they answer. */
function useReplyDrafts(postId: string) {
  const { data } = useQuery(commentsQuery(postId));
  const [drafts, setDrafts] = useState<readonly ReplyDraft[]>([]);
  const write = (draft: ReplyDraft): void => setDrafts((before) => withDraft(before, draft));
  return { lost: data ? lostDrafts(drafts, data) : [], write };
}

/** Everything that is said about a post, and the way to say something. */
export function Comments({ post }: { post: Post }) {
  const [deleting, setDeleting] = useState<Comment | null>(null);
  const { lost, write } = useReplyDrafts(post.id);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="comments">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id="comments" ref={heading} tabIndex={-1} className="scroll-mt-6 text-2xl sm:text-3xl">
          Comments <span className="text-soft">({post.commentsCount})</span>
        </h2>
        <NewComments postId={post.id} />
      </div>
      <div className="mt-5">
        <Invitation postId={post.id} />
      </div>
      {lost.length > 0 && (
        <ul className="mt-6 space-y-4">
          {lost.map((draft) => (
            <li key={draft.commentId}>
              <LostReply
                draft={draft}
                onDismiss={() => {
                  write({ ...draft, text: '' });
                  heading.current?.focus({ preventScroll: true });
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8">
        <List post={post} onWrite={write} onDelete={setDeleting} />
      </div>
      <DeleteComment
        postId={post.id}
        comment={deleting}
        onClose={() => setDeleting(null)}
        fallback={heading}
      />
    </section>
  );
}
