import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import type { FamousWeek, WeeklyBoard } from '../../api/types.ts';
import { nextCursor } from '../../lib/next-cursor.ts';

async function readBoard(week: string | undefined): Promise<WeeklyBoard | null> {
  try {
    return await bodyOf(
      api.GET('/api/leaderboard/weekly', { params: { query: week === undefined ? {} : { week } } }),
    );
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The ranked posts of a week, the running one when none is named; null for a week without a board. */
export const weeklyQuery = (week?: string) =>
  queryOptions({
    queryKey: ['api', 'leaderboard', 'weekly', week ?? 'running'],
    queryFn: () => readBoard(week),
  });

interface WeeksPage {
  weeks: FamousWeek[];
  next: string | undefined;
}

async function readWeeks(cursor: string | undefined): Promise<WeeksPage> {
  const call = await api.GET('/api/leaderboard/weeks', { params: { query: cursor ? { cursor } : {} } });
  return { weeks: call.data ?? [], next: nextCursor(call.response.headers.get('link')) };
}

/** The weeks that are over with their first three, newest first, page by page. */
export const hallOfFameQuery = infiniteQueryOptions({
  queryKey: ['api', 'leaderboard', 'weeks'],
  queryFn: ({ pageParam }) => readWeeks(pageParam),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
});
