import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
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

/** What is read: the whole inbox, or what is about one post. */
type Subject = 'inbox' | (string & {});

/** The shortest time between two reports of one subject while it stays on the screen, in milliseconds. */
const PAUSE = 60_000;
/** When each subject was last reported. */
const reported = new Map<Subject, number>();

const isUnread = (news: News | undefined, of: Subject): boolean =>
  news !== undefined && (of === 'inbox' ? news.unread > 0 : news.posts.some(({ postId }) => postId === of));

/**
 * Reports that what is shown of a subject is read: at once when the page is visible, then at most once a minute, and when it is
 * hidden or left. `upTo` says at which time (ISO 8601) it was read. What the person sees as new stays so.
 */
export function useReading(of: Subject | undefined, upTo: () => string | undefined): void {
  const queryClient = useQueryClient();
  const news = useNews();
  const isDue = of !== undefined && isUnread(news, of);
  const readUpTo = useEffectEvent(upTo);
  useEffect(() => {
    if (!isDue) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isSeen = false;
    const report = async (): Promise<void> => {
      clearTimeout(timer);
      const time = readUpTo();
      if (!isSeen || time === undefined || !isUnread(queryClient.getQueryData(newsQuery.queryKey), of))
        return;
      isSeen = false;
      reported.set(of, Date.now());
      const body = { upTo: time, ...(of !== 'inbox' && { postId: of }) };
      try {
        const left = await bodyOf(api.PUT('/api/me/inbox/read', { body, keepalive: true }));
        await queryClient.cancelQueries({ queryKey: newsQuery.queryKey });
        queryClient.setQueryData(newsQuery.queryKey, left);
      } catch {
        // It stays unread until the next report.
      }
    };
    const look = (): void => {
      clearTimeout(timer);
      if (document.visibilityState === 'hidden') return void report();
      isSeen = true;
      const wait = (reported.get(of) ?? 0) + PAUSE - Date.now();
      if (wait <= 0) void report();
      timer = setTimeout(look, wait <= 0 ? PAUSE : wait);
      return undefined;
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      void report();
    };
  }, [of, isDue, queryClient]);
}
