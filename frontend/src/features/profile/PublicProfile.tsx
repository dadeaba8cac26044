import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useId, useState } from 'react';
import type { ProfilePost } from '../../api/generated/schema.d.ts';
import { useSession } from '../../api/session.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Button, ShowMore } from '../../components/Button.tsx';
import {
  FirstPage,
  GridPhoto,
  NextPage,
  PostFigures,
  PostGrid,
  useListState,
} from '../../components/PostGrid.tsx';
import { Score } from '../../components/Score.tsx';
import { SocialBadges } from '../../components/SocialBadges.tsx';
import { boostBadges, boostFrame, boostOf } from '../../lib/boosts.ts';
import { formatMoment } from '../../lib/dates.ts';
import { useZone } from '../../lib/use-now.ts';
import { isRated } from '../../lib/scores.ts';
import { counted, shownName } from '../../lib/wording.ts';
import { ReportControl } from '../report/ReportControl.tsx';
import { MembersGate } from '../session/MembersGate.tsx';
import { profileQuery } from './profile.queries.ts';

/** A person's bio: its first eight lines, and a button for the rest. */
function ProfileBio({ text }: { text: string }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  // Only the collapsed text can be measured; whether it fits depends on the window.
  const measure = useCallback((paragraph: HTMLParagraphElement) => {
    const watch = new ResizeObserver(() => {
      if (paragraph.dataset.closed) setCut(paragraph.scrollHeight > paragraph.clientHeight);
    });
    watch.observe(paragraph);
    return () => watch.disconnect();
  }, []);
  return (
    <>
      <p
        ref={measure}
        id={id}
        dir="auto"
        data-closed={isOpen ? undefined : true}
        className={`mt-4 max-w-2xl text-lg whitespace-pre-line ${isOpen ? '' : 'line-clamp-8'}`}
      >
        {text}
      </p>
      {isCut && (
        <Button
          look="quiet"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 -ml-5"
        >
          {isOpen ? 'Show Less' : 'Show More'}
        </Button>
      )}
    </>
  );
}

/** The boost of a post, else its rating. */
function Standing({ post }: { post: ProfilePost }) {
  const boost = boostOf(post);
  if (boost) {
    return (
      <span className="rounded-full bg-ink px-2.5 py-1 text-xs font-bold text-paper">
        {boostBadges[boost]}
      </span>
    );
  }
  if (!isRated(post)) return <span className="text-xs text-soft">Not yet rated</span>;
  return <Score value={Number(post.overallRating)} className="text-xl" />;
}

function ProfilePostCard({ post, eager }: { post: ProfilePost; eager: boolean }) {
  const zone = useZone();
  return (
    <Link
      to="/post/$id"
      params={{ id: post.id }}
      state={useListState()}
      className={`group block overflow-hidden rounded-card border border-rule bg-sheet transition-shadow hover:shadow-lift ${boostFrame(boostOf(post))}`}
    >
      <span className="sr-only">{`Photo of ${formatMoment(post.createdAt, zone)}`}</span>
      <GridPhoto
        post={post}
        eager={eager}
        className="transition-transform duration-500 group-hover:scale-[1.03]"
      />
      <div className="flex min-h-18 py-0.5 justify-between gap-x-2 px-3 max-sm:flex-col max-sm:justify-center sm:min-h-13 sm:items-center">
        <span>
          <Standing post={post} />
        </span>
        <PostFigures likes={post.likesCount} comments={post.commentsCount} className="text-sm text-soft" />
      </div>
    </Link>
  );
}

/** The number of cards whose pictures load at once. */
const firstRow = 5;

interface PublicProfileProps {
  userId: string;
  /** The cursor that the posts start at. */
  after?: string | undefined;
}

export function PublicProfile({ userId, after }: PublicProfileProps) {
  const query = profileQuery(userId, after);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(query);
  const { user, postsCount } = data.pages[0]!;
  const { user: own, isLoading } = useSession();
  const posts = data.pages.flatMap((page) => page.posts);
  return (
    <div className="mx-auto max-w-wide px-4 pt-10 pb-16 sm:px-6 sm:pt-14">
      <div className="flex flex-col gap-6 sm:flex-row sm:items-start sm:gap-8">
        <Avatar
          name={shownName(user)}
          colourOf={user.id}
          pictureUrl={user.profilePictureUrl}
          className="size-28 text-5xl sm:size-36 sm:text-6xl"
        />
        <div className="min-w-0 sm:pt-2">
          <h1 dir="auto" translate="no" tabIndex={-1} className="text-2xl break-words sm:text-5xl">
            {shownName(user)}
          </h1>
          <p className="mt-2 text-soft">{counted(postsCount, 'post')}</p>
          {user.bio && <ProfileBio key={user.bio} text={user.bio} />}
          <div className="mt-5 empty:hidden">
            <SocialBadges links={user.socialLinks} />
          </div>
          {user.id !== own?.id && (
            <MembersGate>
              <ReportControl
                of={{ kind: 'profile', id: user.id }}
                name="this profile"
                className={`mt-2 -ml-2.5 inline-flex min-h-11 items-center gap-1.5 rounded-control px-2.5 text-[0.9375rem] font-semibold text-soft hover:bg-wash hover:text-accent unscripted:hidden ${isLoading ? 'member:invisible' : ''}`}
              />
            </MembersGate>
          )}
        </div>
      </div>
      <section aria-label="Posts" className="mt-10 border-t-[1.5px] border-ink pt-8">
        {after && <FirstPage />}
        {posts.length === 0 ? (
          <div className="py-12 text-center text-soft">
            <p className="font-display text-2xl font-bold">No posts yet</p>
            <p className="mt-2">
              There is more to see on the{' '}
              <Link to="/leaderboard" className="text-link">
                leaderboard
              </Link>
              .
            </p>
          </div>
        ) : (
          <PostGrid list={query.queryKey}>
            {posts.map((post, index) => (
              <li key={post.id}>
                <ProfilePostCard post={post} eager={index < firstRow} />
              </li>
            ))}
          </PostGrid>
        )}
        {hasNextPage && <ShowMore busy={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
        <NextPage after={data.pages.at(-1)?.next} />
      </section>
    </div>
  );
}
