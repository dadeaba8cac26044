import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { api, bodyOf } from './client.ts';
import { byCursor, nextPage, type Page, type PostPage } from './pages.ts';
import { queryKeys } from './query-keys.ts';
import type { FamousWeek, Post, WeeklyBoard } from './types.ts';

/** The order of a list of posts. */
export type PostSort = 'recent' | 'top';

/** How many posts a page has: full rows in grids of 2, 3, 4 and 5 columns. */
const pageSize = 60;

async function readPosts(
  search: string,
  sort: PostSort,
  cursor: string | undefined,
): Promise<PostPage<Post>> {
  const { data = [], response } = await api.GET('/api/posts', {
    params: { query: { sort, limit: pageSize, ...(search && { search }), ...(cursor && { cursor }) } },
  });
  return { posts: data, next: nextPage(response) };
}

/** All public posts, page by page. */
export const postsQuery = (search: string, sort: PostSort) =>
  infiniteQueryOptions({
    ...byCursor,
    queryKey: queryKeys.posts.list(search, sort),
    queryFn: ({ pageParam }) => readPosts(search, sort, pageParam),
  });

/** The board of a week, and how far this clock was ahead of the server's when the board was read, in milliseconds. */
export type TimedBoard = WeeklyBoard & { clockAhead: number };

/** How far this clock is ahead of the server's, in milliseconds; 0 if the response carries no date. */
function aheadOf(response: Response): number {
  const given = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(given) ? 0 : Date.now() - given;
}

async function readBoard(week: string | undefined): Promise<TimedBoard | null> {
  try {
    const call = api.GET('/api/leaderboard/weekly', {
      params: { query: week === undefined ? {} : { week } },
    });
    const board = await bodyOf(call);
    return { ...board, clockAhead: aheadOf((await call).response) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The ranked posts of a week, by default of the running one; null for a week without a board. */
export const weeklyQuery = (week?: string) =>
  queryOptions({ queryKey: queryKeys.boards.week(week), queryFn: () => readBoard(week) });

interface WeeksPage extends Page {
  weeks: readonly FamousWeek[];
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
