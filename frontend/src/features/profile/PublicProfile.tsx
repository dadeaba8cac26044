import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Avatar } from '../../components/Avatar.tsx';
import { ShowMore } from '../../components/ShowMore.tsx';
import { PostGrid, PostGridSkeleton } from '../posts/PostGrid.tsx';
import { nameOf } from '../session/name-of.ts';
import { ProfileBio } from './ProfileBio.tsx';
import { ProfilePostCard } from './ProfilePostCard.tsx';
import { profileQuery } from './profile.queries.ts';
import { SocialBadges } from './SocialBadges.tsx';

/** How many cards stand in the widest row. */
const firstRow = 5;

/** A person as everybody sees them: who they say they are, and their posts. */
export function PublicProfile({ userId }: { userId: string }) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(
    profileQuery(userId),
  );
  const { user, postsCount } = data.pages[0]!;
  const posts = data.pages.flatMap((page) => page.posts);
  return (
    <div className="mx-auto max-w-7xl px-4 pt-10 pb-16 sm:px-6 sm:pt-14">
      <div className="flex flex-col gap-6 sm:flex-row sm:items-start sm:gap-8">
        <Avatar
          name={nameOf(user)}
          colourOf={user.id}
          pictureUrl={user.profilePictureUrl}
          className="size-28 text-5xl sm:size-36 sm:text-6xl"
        />
        <div className="min-w-0 sm:pt-2">
          <h1 dir="auto" tabIndex={-1} className="text-2xl break-words sm:text-5xl">
            {nameOf(user)}
          </h1>
          <p className="mt-2 text-soft">
            {postsCount} {postsCount === 1 ? 'post' : 'posts'}
          </p>
          {user.bio && <ProfileBio key={user.bio} text={user.bio} />}
          <div className="mt-5 empty:hidden">
            <SocialBadges links={user.socialLinks} />
          </div>
        </div>
      </div>
      <section aria-label="Posts" className="mt-10 border-t-[1.5px] border-ink pt-8">
        {posts.length === 0 ? (
          <p className="py-12 text-center font-display text-2xl font-bold text-soft">No posts yet</p>
        ) : (
          <PostGrid>
            {posts.map((post, index) => (
              <li key={post.id}>
                <ProfilePostCard post={post} eager={index < firstRow} />
              </li>
            ))}
          </PostGrid>
        )}
        {hasNextPage && <ShowMore busy={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
      </section>
    </div>
  );
}

/** The page of a person while it loads, in the same measures. */
export function ProfileSkeleton() {
  return (
    <div className="mx-auto max-w-7xl px-4 pt-10 pb-16 sm:px-6 sm:pt-14">
      <div aria-hidden className="flex flex-col gap-6 sm:flex-row sm:items-start sm:gap-8">
        <div className="size-28 animate-breathe rounded-full bg-rule sm:size-36" />
        <div className="h-8 w-56 rounded-full bg-rule sm:mt-4 sm:h-11" />
      </div>
      <div className="mt-10 border-t-[1.5px] border-ink pt-8">
        <PostGridSkeleton />
      </div>
    </div>
  );
}
