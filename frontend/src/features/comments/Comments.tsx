import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import type { Comment, Post } from '../../api/generated/schema.d.ts';
import { useMarks } from '../../api/marks.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { NextPage } from '../../components/PostGrid.tsx';
import { useStore } from '../../lib/create-store.ts';
import { CommentForm } from './CommentForm.tsx';
import { CommentItem, elementIdOf } from './CommentItem.tsx';
import { commentsQuery, useDeleted } from './comments.queries.ts';
import { DeleteComment } from './DeleteComment.tsx';
import { draftStore } from './drafts.ts';
import { LostReplies } from './LostReplies.tsx';
import { NewComments } from './NewComments.tsx';
import { type CommentList, findComment, idsOf, movedAway, threadsOf } from './thread.ts';

/** The form above the comments, or why the person cannot comment. Keeps its height (`min-h-52.5`) during the session check. */
function Invitation({ postId }: { postId: string }) {
  const { user, isLoading } = useSession();
  const next = useLocation({ select: ({ href }) => href });
  if (user?.emailVerified) return <CommentForm target={{ authorId: user.id, postId, parent: null }} />;
  if (user) {
    return (
      <p className="min-h-52.5 flex items-center justify-center rounded-control border-[1.5px] border-dashed border-line px-4 text-center text-soft">
        You can comment once your email address is verified.
      </p>
    );
  }
  return (
    <div className={isLoading ? 'member:min-h-52.5 scripted:invisible' : ''}>
      <p className="rounded-control border-l-4 border-accent bg-wash px-4 py-3">
        Please{' '}
        <Link to="/register" search={{ next }} className="text-link">
          sign up
        </Link>{' '}
        or{' '}
        <Link to="/login" search={{ next }} className="text-link">
          log in
        </Link>{' '}
        to comment.
      </p>
    </div>
  );
}

/** Loads the next page; the focus then moves to its first comment. */
function useMorePages(postId: string) {
  const {
    data,
    isPending,
    error,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
  } = useInfiniteQuery(commentsQuery(postId));
  const [first, setFirst] = useState<string>();
  useEffect(() => {
    if (first) document.getElementById(elementIdOf(first))?.focus({ preventScroll: true });
  }, [first]);
  const showMore = (): void => {
    const known = new Set(data && idsOf(data.comments));
    void fetchNextPage().then((read) =>
      setFirst(read.data && idsOf(read.data.comments).find((id) => !known.has(id))),
    );
  };
  return {
    data,
    isPending,
    error,
    refetch,
    hasNextPage,
    showMore,
    isLoading: isFetchingNextPage,
    isFetchNextPageError,
  };
}

/**
 * The loaded comments, and after them those with an open reply form that newer ones have moved to a page that is not loaded:
 * a form never disappears while someone writes in it.
 */
function useShown(postId: string, data: CommentList | undefined): readonly Comment[] {
  const { user } = useSession();
  const open = useStore(draftStore, () => (user ? draftStore.answeredBy(user.id, postId) : ''));
  const answered = open.split(' ').filter(Boolean);
  const [seen, setSeen] = useState(data);
  const [kept, setKept] = useState<readonly Comment[]>([]);
  if (data && data !== seen) {
    setSeen(data);
    setKept(movedAway([...(seen?.comments ?? []), ...kept], data, new Set(answered)));
  }
  const missing = answered.filter((id) => findComment(kept, id));
  const deleted = useDeleted(postId, missing, data);
  const stillOpen = new Set(missing.filter((id) => !deleted.has(id)));
  return [...(data?.comments ?? []), ...(data ? movedAway(kept, data, stillOpen) : [])];
}

/** Shows and focuses the comment that the address names, if the list has it. */
function useNamed(isLoaded: boolean): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (!isLoaded || !hash.startsWith(elementIdOf(''))) return undefined;
    const named = document.getElementById(hash);
    if (!named) return undefined;
    // A page that opens now focuses it instead of its heading.
    named.dataset['first'] = '';
    named.scrollIntoView();
    named.focus({ preventScroll: true });
    return () => void delete named.dataset['first'];
  }, [hash, isLoaded]);
}

function List({ post, onDelete }: { post: Post; onDelete: (comment: Comment) => void }) {
  const { user } = useSession();
  const liked = new Set(useMarks(post.id).likedComments);
  const { data, isPending, error, refetch, hasNextPage, showMore, isLoading, isFetchNextPageError } =
    useMorePages(post.id);
  const shown = useShown(post.id, data);
  useNamed(data !== undefined);
  if (isPending) {
    return (
      // As high as the window, so that the footer stays below it.
      <p role="status" className={`text-soft ${post.commentsCount > 0 ? 'min-h-dvh' : ''}`}>
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
  if (data.comments.length === 0) {
    return <p className="text-soft">No comments yet. Be the first to say something kind.</p>;
  }
  return (
    <>
      <ul className="space-y-6">
        {threadsOf(shown).map((thread) => (
          <CommentItem
            key={thread.comment.id}
            postId={post.id}
            posterId={post.userId}
            user={user}
            liked={liked}
            thread={thread}
            onDelete={onDelete}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {isLoading ? 'Loading more comments…' : ''}
      </p>
      {hasNextPage && (
        <div className="mt-6 unscripted:hidden">
          {isFetchNextPageError && (
            <p role="alert" className="mb-3 font-medium text-danger">
              {messageOf(error, 'More comments could not be loaded.')}
            </p>
          )}
          <Button look="secondary" busy={isLoading} onClick={showMore}>
            {isLoading ? 'Loading…' : 'Show More Comments'}
          </Button>
        </div>
      )}
      <NextPage after={data.next} hash="comments" />
    </>
  );
}

interface CommentsProps {
  post: Post;
  /** Whether their number is not known. */
  isUncounted: boolean;
  /** The cursor that the list starts at. */
  after: string | undefined;
}

export function Comments({ post, isUncounted, after }: CommentsProps) {
  const [deleting, setDeleting] = useState<Comment | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="comments">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id="comments" ref={heading} tabIndex={-1} className="scroll-mt-6 text-2xl sm:text-3xl">
          Comments{' '}
          <span className={`text-soft ${isUncounted ? 'invisible' : ''}`}>{`(${post.commentsCount})`}</span>
        </h2>
        <NewComments post={post} heading={heading} />
      </div>
      <div className="mt-5">
        {after ? (
          // Not as a link of the app, which would take the list of this page.
          <a href={`/post/${post.id}#comments`} className="text-link">
            First Page
          </a>
        ) : (
          <Invitation postId={post.id} />
        )}
      </div>
      <LostReplies postId={post.id} onDismiss={() => heading.current?.focus({ preventScroll: true })} />
      <div className="mt-8">
        <List post={post} onDelete={setDeleting} />
      </div>
      <DeleteComment post={post} asked={deleting} onClose={() => setDeleting(null)} fallback={heading} />
    </section>
  );
}
