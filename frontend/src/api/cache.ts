import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { writeStored } from '../lib/storage.ts';
import type { WeekPage } from './boards.ts';
import type { BoardSummary, LivePost, OwnPost, Post, ProfilePost, RankedPost } from './generated/schema.d.ts';
import type { PostPage } from './pages.ts';
import { queryKeys } from './query-keys.ts';

/** Prefixes of the keys of every answer that contains posts. */
export const postKeys = [
  queryKeys.posts.all,
  queryKeys.boards.all,
  queryKeys.profiles.all,
  queryKeys.own.posts,
] as const;

/** What has happened to posts: their new figures by id, and the ids of those that were removed. */
export interface PostNews {
  figures: ReadonlyMap<string, LivePost>;
  removed: ReadonlySet<string>;
}

/** The figures under the field names of one kind of answer. */
type Named<Entry> = (figures: LivePost) => Partial<Entry>;

const asPost = ({ id: _, ...figures }: LivePost): Omit<LivePost, 'id'> => figures;

const asOwnPost: Named<OwnPost> = (figures) => {
  const { ratingsCount: voteCount, ...others } = asPost(figures);
  return { ...others, voteCount };
};

const asProfilePost: Named<ProfilePost> = (figures) => {
  const { averageRating: overallRating, ...others } = asPost(figures);
  return { ...others, overallRating };
};

function patchPost<Entry extends { id: string }>(
  post: Entry,
  { figures }: PostNews,
  named: Named<Entry>,
): Entry {
  const found = figures.get(post.id);
  if (!found) return post;
  const changes = named(found);
  const isSame = Object.entries(changes).every(([key, value]) => post[key as keyof Entry] === value);
  return isSame ? post : { ...post, ...changes };
}

/** The same array if the news changes none of its posts, so that React renders nothing again. */
function patchList<Entry extends { id: string }>(
  posts: readonly Entry[],
  news: PostNews,
  patch: (post: Entry) => Entry,
): readonly Entry[] {
  const patched = posts.filter(({ id }) => !news.removed.has(id)).map(patch);
  const isSame = patched.length === posts.length && patched.every((post, index) => post === posts[index]);
  return isSame ? posts : patched;
}

function patchPages<Entry extends { id: string }>(
  list: InfiniteData<PostPage<Entry>> | undefined,
  news: PostNews,
  named: Named<Entry>,
): typeof list {
  if (!list) return undefined;
  const pages = list.pages.map((page) => {
    const posts = patchList(page.posts, news, (post) => patchPost(post, news, named));
    return posts === page.posts ? page : { ...page, posts };
  });
  return pages.every((page, index) => page === list.pages[index]) ? list : { ...list, pages };
}

/** The final standings of a closed week never change. */
function patchWeek(list: InfiniteData<WeekPage> | undefined, news: PostNews): typeof list {
  if (!list) return undefined;
  const pages = list.pages.map((page) => {
    if (!page.board || page.board.isClosed) return page;
    const posts = patchList(page.posts, news, (post) =>
      post.removed ? post : patchPost<RankedPost>(post, news, asPost),
    );
    return posts === page.posts ? page : { ...page, posts };
  });
  return pages.every((page, index) => page === list.pages[index]) ? list : { ...list, pages };
}

/** Takes a post that its owner has deleted out of the list of their own posts. */
export function dropOwnPost(queryClient: QueryClient, id: string): void {
  const news: PostNews = { figures: new Map(), removed: new Set([id]) };
  queryClient.setQueryData<InfiniteData<PostPage<OwnPost>>>(queryKeys.own.posts, (list) =>
    patchPages(list, news, asOwnPost),
  );
}

/**
 * Puts new figures wherever a post is shown, and takes removed posts out of lists and the running board. Its owner still sees a
 * hidden post: the list of own posts is read again.
 */
export function applyNews(queryClient: QueryClient, news: PostNews): void {
  queryClient.setQueriesData<InfiniteData<PostPage<Post>>>({ queryKey: queryKeys.posts.lists }, (list) =>
    patchPages(list, news, asPost),
  );
  queryClient.setQueriesData<InfiniteData<PostPage<ProfilePost>>>(
    { queryKey: queryKeys.profiles.all },
    (list) => patchPages(list, news, asProfilePost),
  );
  const own = queryClient.setQueryData<InfiniteData<PostPage<OwnPost>>>(queryKeys.own.posts, (list) =>
    patchPages(list, { ...news, removed: new Set() }, asOwnPost),
  );
  if (own?.pages.some(({ posts }) => posts.some(({ id }) => news.removed.has(id)))) {
    void queryClient.invalidateQueries({ queryKey: queryKeys.own.posts });
  }
  queryClient.setQueriesData<InfiniteData<WeekPage>>({ queryKey: queryKeys.boards.weeks }, (list) =>
    patchWeek(list, news),
  );
  // Its order is that of the figures with which it was read.
  queryClient.setQueryData<BoardSummary>(queryKeys.boards.summary, (summary) => {
    const podium = summary?.podium.filter(({ id }) => !news.removed.has(id)) ?? [];
    return podium.length === summary?.podium.length ? summary : summary && { ...summary, podium };
  });
  for (const id of news.figures.keys()) {
    queryClient.setQueryData<Post>(
      queryKeys.posts.post(id),
      (post) => post && patchPost<Post>(post, news, asPost),
    );
  }
}

const changeKey = 'ownChange';
const sharedStorage = (): Storage => localStorage;

/** Tells the other tabs of this browser that the person has changed the answer under this key. */
export function tellOtherTabs(queryKey: QueryKey): void {
  // They get an event with what was written: it need not stay.
  writeStored(sharedStorage, changeKey, JSON.stringify(queryKey));
  writeStored(sharedStorage, changeKey, null);
}

/** Fetches an answer again when another tab has changed it. Returns how to stop. */
export function followOtherTabs(queryClient: QueryClient): () => void {
  const listener = ({ key, newValue }: StorageEvent): void => {
    if (key !== changeKey || !newValue) return;
    void queryClient.invalidateQueries({ queryKey: JSON.parse(newValue), exact: true });
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
