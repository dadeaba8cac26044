import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import type { FamousWeek, WeeklyBoard } from '../../api/types.ts';
import { nextCursor } from '../../lib/next-cursor.ts';

/** The board of a week, and how far the clock here was ahead of the server's when it was read, in milliseconds. */
export type TimedBoard = WeeklyBoard & { clockAhead: number };

/** How far the clock here is ahead of the one that an answer was given by; as far as nobody knows, not at all. */
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

/** Where the boards of all weeks lie: the running one has two places there, as it also has a name. */
export const weeklyBoards = ['api', 'leaderboard', 'weekly'] as const;

/** The ranked posts of a week, the running one when none is named; null for a week without a board. */
export const weeklyQuery = (week?: string) =>
  queryOptions({
    queryKey: [...weeklyBoards, week ?? 'running'],
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
