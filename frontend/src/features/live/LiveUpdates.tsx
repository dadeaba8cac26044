import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { applyNews, followOtherTabs, postKeys } from '../../api/cache.ts';
import type { LiveMessage, Post } from '../../api/generated/schema.d.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { noteServerTime } from '../../api/server-clock.ts';
import { servedPosition } from '../../api/served.ts';
import { dropFreshPosts, freshPosts, noteFreshPosts } from './fresh-posts.ts';

/** The delay before a new attempt after a refusal (too many streams, server down), in milliseconds. */
const pause = (): number => 20_000 + Math.random() * 20_000;

interface LiveListener {
  onPosts: (message: LiveMessage) => void;
  /** The stream is open, but messages on what was read before `since` (ms since 1970) are missing. */
  onGap: (since: number) => void;
}

/**
 * Follows live news while the tab is visible, with one connection. It closes while the tab is hidden, and resumes
 * from its last position: at first from that of the page, if the server has rendered it. The browser itself reconnects after
 * a lost connection. Returns how to stop.
 */
function followLive({ onPosts, onGap }: LiveListener): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let position = servedPosition();

  const close = (): void => {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  };

  const open = (): void => {
    if (source || document.visibilityState === 'hidden') return;
    clearTimeout(retry);
    const stream = new EventSource(position === undefined ? '/api/live' : `/api/live?after=${position}`);
    source = stream;
    const take = (event: MessageEvent<string>): void => {
      if (event.lastEventId !== '') position = event.lastEventId;
    };
    stream.addEventListener('ready', (event) => {
      const isFirst = position === undefined;
      take(event);
      // A page that the server has rendered says nothing of the time at which it was sent.
      noteServerTime((JSON.parse(event.data) as { now: string }).now);
      if (isFirst) onGap(Date.now());
    });
    stream.addEventListener('posts', (event) => {
      take(event);
      onPosts(JSON.parse(event.data));
    });
    stream.addEventListener('reload', (event) => {
      take(event);
      // What the page brought along may be older than the moment it was read.
      onGap(Infinity);
    });
    stream.addEventListener('error', () => {
      // In the other states the browser reconnects by itself.
      if (stream.readyState !== EventSource.CLOSED || source !== stream) return;
      close();
      retry = setTimeout(open, pause());
    });
  };

  const look = (): void => (document.visibilityState === 'hidden' ? close() : open());
  document.addEventListener('visibilitychange', look);
  open();
  return () => {
    document.removeEventListener('visibilitychange', look);
    close();
  };
}

/** An answer that came this long before the stream was ready counts as read with it, in milliseconds. */
const tolerance = 1000;

function applyMessage(queryClient: QueryClient, { posts, published, boosted, removed }: LiveMessage): void {
  for (const { id, commentsCount } of posts) {
    const known = queryClient.getQueryData<Post>(queryKeys.posts.post(id));
    // New comments can wait until they are wanted, but nobody should reply to deleted ones.
    if (known && commentsCount < known.commentsCount) {
      void queryClient.invalidateQueries({ queryKey: queryKeys.posts.comments(id), exact: true });
      void queryClient.invalidateQueries({ queryKey: queryKeys.posts.post(id), exact: true });
    }
  }
  applyNews(queryClient, {
    figures: new Map(posts.map((post) => [post.id, post])),
    removed: new Set(removed),
  });
  for (const { id } of posts) {
    void queryClient.invalidateQueries({ queryKey: queryKeys.posts.rank(id) });
  }
  for (const id of removed) {
    void queryClient.invalidateQueries({ queryKey: queryKeys.posts.post(id), exact: true });
  }
  // A boost that began or ended moves its post, and the posts behind it.
  if (boosted.length > 0) void queryClient.invalidateQueries({ queryKey: queryKeys.posts.lists });
  // Posts behind removed ones have moved up a rank.
  if (removed.length > 0) void queryClient.invalidateQueries({ queryKey: queryKeys.boards.weeks });
  noteFreshPosts(published);
  dropFreshPosts(removed);
}

/** Reads again what was read before the stream opened: changes in between are unknown. */
function catchUp(queryClient: QueryClient, since: number): void {
  for (const queryKey of [...postKeys, queryKeys.own.allMarks]) {
    void queryClient.invalidateQueries({
      queryKey,
      predicate: ({ state }) => state.dataUpdatedAt < since - tolerance,
    });
  }
  freshPosts.write([]);
}

/**
 * Keeps the figures of all posts on the screen up to date while the tab is visible, and applies changes from other
 * tabs. Everything also works without it.
 */
export function LiveUpdates() {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      followLive({
        onPosts: (message) => applyMessage(queryClient, message),
        onGap: (since) => catchUp(queryClient, since),
      }),
    [queryClient],
  );
  useEffect(() => followOtherTabs(queryClient), [queryClient]);
  return null;
}
