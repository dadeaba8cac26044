import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api, bodyOf } from './client.ts';
import type { News } from './generated/schema.d.ts';
import { byCursor } from './pages.ts';
import { queryKeys } from './query-keys.ts';
import { useSession } from './session.ts';

/** How many entries of the inbox are unread, and on which own posts. */
const newsQuery = queryOptions({
  queryKey: queryKeys.own.news,
  queryFn: () => bodyOf(api.GET('/api/me/news')),
});

/** Undefined for visitors, and while it is not known. */
export function useNews(): News | undefined {
  const { user } = useSession();
  return useQuery({ ...newsQuery, enabled: user !== null }).data;
}

/** A count for a badge; the server does not count further. */
export function badgeCount(unread: number): string {
  return unread > 99 ? '99+' : String(unread);
}

/** The entries of 90 days, newest day first; fetched on every visit. */
export const inboxQuery = infiniteQueryOptions({
  ...byCursor,
  queryKey: queryKeys.own.inbox,
  queryFn: async ({ pageParam: cursor }) => {
    const call = api.GET('/api/me/inbox', { params: { query: cursor === undefined ? {} : { cursor } } });
    const { next, ...page } = await bodyOf(call);
    return { ...page, next: next ?? undefined };
  },
  refetchOnMount: 'always',
});

/** How the person's posts did on the boards of weeks; fetched on every visit. */
export const recordQuery = queryOptions({
  queryKey: queryKeys.own.record,
  queryFn: () => bodyOf(api.GET('/api/me/record')),
  refetchOnMount: 'always',
});

/** What is read: the whole inbox, or what is about the post with this id. */
type Subject = 'inbox' | (string & {});

/** The shortest time between two reports of one subject while it stays on the screen, in milliseconds. */
const PAUSE = 60_000;
/** When each subject was last reported. */
const reported = new Map<Subject, number>();

function startReading(queryClient: QueryClient, of: Subject) {
  let due: string | undefined;
  let isSeen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = async (): Promise<void> => {
    clearTimeout(timer);
    if (due === undefined || !isSeen) return;
    const upTo = due;
    due = undefined;
    isSeen = false;
    reported.set(of, Date.now());
    const body = { upTo, ...(of !== 'inbox' && { postId: of }) };
    try {
      const left = await bodyOf(api.PUT('/api/me/inbox/read', { body, keepalive: true }));
      await queryClient.cancelQueries({ queryKey: newsQuery.queryKey });
      queryClient.setQueryData(newsQuery.queryKey, left);
    } catch {
      // It stays unread until the page is seen again.
      due ??= upTo;
    }
  };
  const look = (): void => {
    if (document.visibilityState === 'hidden') return void report();
    if (due === undefined) return undefined;
    isSeen = true;
    clearTimeout(timer);
    const wait = (reported.get(of) ?? 0) + PAUSE - Date.now();
    if (wait > 0) timer = setTimeout(() => void report(), wait);
    else void report();
    return undefined;
  };
  const show = (upTo: string): void => {
    due = upTo;
    look();
  };
  return { show, look, leave: report };
}

/**
 * Reports that a subject is read up to a time (ISO 8601; undefined while nothing of it is unread): at once when the page is
 * visible, then at most once a minute, and when it is hidden or left.
 */
export function useReading(of: Subject, upTo: string | undefined): void {
  const queryClient = useQueryClient();
  const reading = useMemo(() => startReading(queryClient, of), [queryClient, of]);
  useEffect(() => {
    document.addEventListener('visibilitychange', reading.look);
    return () => {
      document.removeEventListener('visibilitychange', reading.look);
      void reading.leave();
    };
  }, [reading]);
  useEffect(() => {
    if (upTo !== undefined) reading.show(upTo);
  }, [reading, upTo]);
}
