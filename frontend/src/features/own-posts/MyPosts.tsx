import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { useUnusedBoosts } from '../../api/boosts.ts';
import type { User } from '../../api/generated/schema.d.ts';
import { ownPostsQuery } from '../../api/own-posts.ts';
import { useSession } from '../../api/session.ts';
import { usePendingRating } from '../../api/use-pending-rating.ts';
import { Button, ShowMore } from '../../components/Button.tsx';
import { LoadFailure } from '../../components/Notice.tsx';
import { Notices } from '../../components/Notices.tsx';
import { apart, onDemand } from '../../components/on-demand.tsx';
import { PostGrid, PostGridSkeleton } from '../../components/PostGrid.tsx';
import { WaitingRating } from '../../components/WaitingRating.tsx';
import { DeletePost } from './DeletePost.tsx';
import { OwnPostCard } from './OwnPostCard.tsx';

const ApplyYourBoost = apart(() =>
  import('../boosts/ApplyYourBoost.tsx').then((module) => module.ApplyYourBoost),
);

const VerifyReminder = onDemand(() =>
  import('../session/MembersGate.tsx').then((module) => module.VerifyReminder),
);

const ownPages = [
  { to: '/profile/settings', text: 'Profile' },
  { to: '/account/settings', text: 'Settings' },
] as const;

/** The number of cards in the widest row. */
const firstRow = 5;

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

export function MyPosts() {
  const { user } = useSession();
  // Null while the redirect after a logout is in progress. The key resets all state for another account.
  return user && <OwnPosts key={user.id} user={user} />;
}

function OwnPosts({ user }: { user: User }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(ownPostsQuery);
  const { pending } = usePendingRating(user);
  const unused = useUnusedBoosts();
  const [doomed, setDoomed] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
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
    (card ?? heading.current)?.focus({ preventScroll: true });
  };

  const noteNeighbour = (id: string): void => {
    const index = posts?.findIndex((post) => post.id === id) ?? -1;
    gone.current = { neighbour: (posts?.[index + 1] ?? posts?.[index - 1])?.id };
  };

  return (
    <div className="mx-auto max-w-wide px-4 pt-10 pb-16 sm:px-6 sm:pt-14">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 ref={heading} tabIndex={-1} className="text-4xl sm:text-5xl">
          My Posts
        </h1>
        {/* "Me" in the bar of phones leads here. */}
        <nav aria-label="Account" className="flex gap-x-5 sm:hidden">
          {ownPages.map(({ to, text }) => (
            <Link key={to} to={to} className="inline-flex min-h-11 items-center text-link">
              {text}
            </Link>
          ))}
        </nav>
      </div>
      <Notices isNone={user.emailVerified && !pending && unused?.count === 0}>
        <div className="mt-6 space-y-6 empty:hidden">
          <ApplyYourBoost />
          {pending && <WaitingRating rating={pending} label="Saved rating" state="is waiting." />}
          {!user.emailVerified && <VerifyReminder user={user} />}
        </div>
      </Notices>
      <div ref={content} className="mt-8">
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
                <OwnPostCard post={post} eager={index < firstRow} onDelete={() => setDoomed(post.id)} />
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
    </div>
  );
}
