import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { useUnusedBoosts } from '../../api/boosts.ts';
import type { User } from '../../api/generated/schema.d.ts';
import { useNews } from '../../api/inbox.ts';
import { ownPostsQuery } from '../../api/own-posts.ts';
import { usePendingRating } from '../../api/use-pending-rating.ts';
import { Button, ShowMore } from '../../components/Button.tsx';
import { LoadFailure } from '../../components/Notice.tsx';
import { Notices } from '../../components/Notices.tsx';
import { apart, onDemand } from '../../components/on-demand.tsx';
import { PostGrid, PostGridSkeleton } from '../../components/PostGrid.tsx';
import { WaitingRating } from '../../components/WaitingRating.tsx';
import { focusPage } from '../../lib/page.ts';
import { DeletePost } from './DeletePost.tsx';
import { OwnPostCard } from './OwnPostCard.tsx';

const ApplyYourBoost = apart(() =>
  import('../boosts/ApplyYourBoost.tsx').then((module) => module.ApplyYourBoost),
);

const VerifyReminder = onDemand(() =>
  import('../session/MembersGate.tsx').then((module) => module.VerifyReminder),
);

/** The number of cards in the widest row. */
const firstRow = 5;

/** What the person can do about their posts now. */
export function OwnNotices({ user }: { user: User }) {
  const { pending } = usePendingRating(user);
  const unused = useUnusedBoosts();
  return (
    <Notices isNone={user.emailVerified && !pending && unused?.count === 0}>
      <div className="mt-6 space-y-6 empty:hidden">
        <ApplyYourBoost />
        {pending && <WaitingRating rating={pending} label="Saved rating" state="is waiting." />}
        {!user.emailVerified && <VerifyReminder user={user} />}
      </div>
    </Notices>
  );
}

function NothingYet() {
  return (
    <div className="rounded-card border border-dashed border-line px-6 py-16 text-center">
      <p className="font-display text-2xl font-bold">No posts yet</p>
      <p className="mt-2 text-soft">Uploading and rating a photo takes only a moment.</p>
      <Button asChild className="mt-6">
        <Link to="/">Upload Your First Post</Link>
      </Button>
    </div>
  );
}

/** The person's posts, with what is new on them. */
export function OwnPosts() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(ownPostsQuery);
  const news = useNews();
  const [doomed, setDoomed] = useState<string>();
  const content = useRef<HTMLDivElement>(null);
  /** Set while the dialog of a deleted post closes. */
  const gone = useRef<{ neighbour: string | undefined }>(undefined);
  const posts = data?.pages.flatMap((page) => page.posts);

  // The pressed button disappears with its card: focus the card beside it, else the heading.
  const moveOn = (event: Event): void => {
    if (!gone.current) return;
    event.preventDefault();
    const { neighbour } = gone.current;
    gone.current = undefined;
    const card = content.current?.querySelector<HTMLElement>(`a[href="/post/${neighbour}"]`);
    if (card) card.focus({ preventScroll: true });
    else focusPage();
  };

  const noteNeighbour = (id: string): void => {
    const index = posts?.findIndex((post) => post.id === id) ?? -1;
    gone.current = { neighbour: (posts?.[index + 1] ?? posts?.[index - 1])?.id };
  };

  return (
    <>
      <div ref={content}>
        {!posts && !error && <PostGridSkeleton />}
        {!posts && error && (
          <LoadFailure
            text={messageOf(error, 'Your posts could not be loaded.')}
            onRetry={refetch}
            className="max-w-md space-y-4"
          />
        )}
        {posts?.length === 0 && <NothingYet />}
        {posts && posts.length > 0 && (
          <PostGrid list={ownPostsQuery.queryKey}>
            {posts.map((post, index) => (
              <li key={post.id}>
                <OwnPostCard
                  post={post}
                  news={news?.posts.find(({ postId }) => postId === post.id)}
                  eager={index < firstRow}
                  onDelete={() => setDoomed(post.id)}
                />
              </li>
            ))}
          </PostGrid>
        )}
        {hasNextPage && <ShowMore busy={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
      </div>
      <DeletePost
        id={doomed}
        onClose={() => setDoomed(undefined)}
        onDeleted={noteNeighbour}
        onCloseAutoFocus={moveOn}
      />
    </>
  );
}
