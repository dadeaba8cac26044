import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { WeekPage, WeeksPage } from '../../api/boards.ts';
import type { OwnPost, Post, ProfilePost, User, Winner } from '../../api/generated/schema.d.ts';
import type { PostPage, ProfilePage } from '../../api/pages.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { postQuery } from './post.queries.ts';

type Author = Pick<
  User,
  'id' | 'anonymousUsername' | 'displayUsername' | 'bio' | 'socialLinks' | 'profilePictureUrl'
>;

/** What only the page of a post says, as it is for most posts. */
const usual = { imageHash: '', isPublic: true, isModerated: false, moderationFlags: [], decision: null };

function by({ id: userId, anonymousUsername: username, ...author }: Author) {
  const { displayUsername, bio, socialLinks, profilePictureUrl } = author;
  return { userId, username, displayUsername, bio, socialLinks, profilePictureUrl };
}

function fromOwn({ voteCount: ratingsCount, ...post }: OwnPost, owner: User): Post {
  return { ...usual, ...by(owner), ...post, ratingsCount };
}

function fromProfile({ overallRating: averageRating, ...post }: ProfilePost, owner: Author): Post {
  return { ...usual, ...by(owner), ...post, averageRating };
}

/** With the scores at the end of its week. */
function fromWinner(winner: Winner): Post | undefined {
  const {
    postId: id,
    rank: _,
    removed: _removed,
    userId,
    username,
    imageUrl,
    width,
    height,
    ...others
  } = winner;
  if (!userId || !username || !imageUrl || !width || !height) return undefined;
  return {
    ...usual,
    ...others,
    id,
    userId,
    username,
    imageUrl,
    width,
    height,
    thumbhash: others.thumbhash ?? '',
    bio: null,
    socialLinks: null,
    likesCount: 0,
    commentsCount: 0,
    isBoosted: false,
    boostType: null,
    createdAt: '',
  };
}

/** The pages of all cached lists whose keys begin like this. */
function pagesOf<Page>(queryClient: QueryClient, queryKey: readonly unknown[]): Page[] {
  return queryClient
    .getQueriesData<InfiniteData<Page>>({ queryKey })
    .flatMap(([, list]) => list?.pages ?? []);
}

const find = <Entry extends { id: string }>(pages: readonly PostPage<Entry>[], id: string) =>
  pages.flatMap(({ posts }) => posts).find((post) => post.id === id);

/** A post as a list shows it now. */
function fromLists(queryClient: QueryClient, id: string): Post | undefined {
  const user = queryClient.getQueryData<User | null>(queryKeys.session);
  const own = user && find(pagesOf<PostPage<OwnPost>>(queryClient, queryKeys.own.posts), id);
  if (own) return fromOwn(own, user);
  const listed = find(pagesOf<PostPage<Post>>(queryClient, queryKeys.posts.lists), id);
  if (listed) return listed;
  const weeks = pagesOf<WeekPage>(queryClient, queryKeys.boards.weeks);
  const ranked = find(
    weeks.filter(({ board }) => board?.isClosed === false),
    id,
  );
  if (ranked && !ranked.removed) return ranked;
  const profiles = pagesOf<ProfilePage>(queryClient, queryKeys.profiles.all);
  const profile = profiles.find(({ posts }) => posts.some((post) => post.id === id));
  return profile && fromProfile(find([profile], id)!, profile.user);
}

/** The picture and the author of a post in a closed week, whose figures are those at its end. */
export function outlineOf(queryClient: QueryClient, id: string): Post | undefined {
  const ranked = find(pagesOf<WeekPage>(queryClient, queryKeys.boards.weeks), id);
  if (ranked && !ranked.removed) return ranked;
  const weeks = pagesOf<WeeksPage>(queryClient, queryKeys.boards.hallOfFame).flatMap((page) => page.weeks);
  const winner = weeks.flatMap(({ winners }) => winners).find(({ postId }) => postId === id);
  return winner && fromWinner(winner);
}

/**
 * What is known of a post before the server is asked. A post that a list shows as it is now becomes the answer of its query
 * until the server has answered.
 */
export function knownPost(queryClient: QueryClient, id: string): Post | undefined {
  const { queryKey } = postQuery(id);
  const known = queryClient.getQueryData(queryKey);
  if (known) return known;
  const listed = fromLists(queryClient, id);
  if (!listed) return outlineOf(queryClient, id);
  queryClient.setQueryData(queryKey, listed);
  void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  return listed;
}
