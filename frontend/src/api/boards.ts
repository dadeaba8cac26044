import { infiniteQueryOptions } from '@tanstack/react-query';
import { isNotFound } from './api-error.ts';
import { api, bodyOf } from './client.ts';
import type {
  BoardPost,
  HallOfFameWeek,
  RankedPost,
  RemovedPost,
  WeeklyBoard,
} from './generated/schema.d.ts';
import { byCursor, nextPage, type Page, type PostPage } from './pages.ts';
import { queryKeys } from './query-keys.ts';
import { aheadOf } from './server-clock.ts';

export type PostSort = 'recent' | 'top';

/** How many posts a page has: full rows in grids of 2, 3, 4 and 5 columns. */
const pageSize = 60;

async function readPosts(
  search: string,
  sort: PostSort,
  cursor: string | undefined,
): Promise<PostPage<BoardPost>> {
  const { data = [], response } = await api.GET('/api/posts', {
    params: { query: { sort, limit: pageSize, ...(search && { search }), ...(cursor && { cursor }) } },
  });
  return { posts: data, next: nextPage(response) };
}

/** All public posts, page by page, from the page after this cursor. */
export const postsQuery = (search: string, sort: PostSort, after?: string) =>
  infiniteQueryOptions({
    ...byCursor,
    initialPageParam: after,
    queryKey: queryKeys.posts.list(search, sort, after),
    queryFn: ({ pageParam }) => readPosts(search, sort, pageParam),
  });

/**
 * A week, and how far this clock was ahead of the server's when its board was read, in milliseconds: not known of what the
 * server has rendered.
 */
export type TimedBoard = Omit<WeeklyBoard, 'posts'> & { clockAhead: number | undefined };

/** A page of the ranked posts of a week. `board` is null for a week without a board. */
export interface WeekPage extends PostPage<RankedPost | RemovedPost> {
  board: TimedBoard | null;
}

async function readBoard(
  week: string | undefined,
  search: string,
  sort: PostSort,
  cursor: string | undefined,
): Promise<WeekPage> {
  try {
    const query = { sort, limit: pageSize, ...(week && { week }), ...(search && { search }) };
    const call = api.GET('/api/leaderboard/weekly', {
      params: { query: { ...query, ...(cursor && { cursor }) } },
    });
    const { posts, ...board } = await bodyOf(call);
    const { response } = await call;
    return { board: { ...board, clockAhead: aheadOf(response) }, posts, next: nextPage(response) };
  } catch (error) {
    if (isNotFound(error)) return { board: null, posts: [], next: undefined };
    throw error;
  }
}

/** The ranked posts of a week, by default of the running one, page by page. */
export const weeklyQuery = (week: string | undefined, search: string, sort: PostSort, after?: string) =>
  infiniteQueryOptions({
    ...byCursor,
    initialPageParam: after,
    queryKey: queryKeys.boards.week(week, search, sort, after),
    queryFn: ({ pageParam }) => readBoard(week, search, sort, pageParam),
  });

export interface WeeksPage extends Page {
  weeks: readonly HallOfFameWeek[];
}

async function readWeeks(cursor: string | undefined): Promise<WeeksPage> {
  const { data = [], response } = await api.GET('/api/leaderboard/weeks', {
    params: { query: cursor ? { cursor } : {} },
  });
  return { weeks: data, next: nextPage(response) };
}

/** The closed weeks with their first three, newest first, page by page. */
export const hallOfFameQuery = infiniteQueryOptions({
  ...byCursor,
  queryKey: queryKeys.boards.hallOfFame,
  queryFn: ({ pageParam }) => readWeeks(pageParam),
});
