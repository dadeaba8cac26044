import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { applyNews, followOtherTabs, postKeys } from '../../api/cache.ts';
import type { LiveMessage, Post } from '../../api/generated/schema.d.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { noteServerTime } from '../../api/server-clock.ts';
import { useSession } from '../../api/session.ts';
import { ssrPosition } from '../../api/ssr-state.ts';
import type { LiveReader, newsRounds } from './news-rounds.ts';
import { dropFreshPosts, freshPosts, noteFreshPosts } from './fresh-posts.ts';

/** How long a stream may take to be ready before the page also asks without it, in milliseconds. */
const patience = 10_000;

/** The delay before the next attempt at a stream, after some that failed (too many streams, server or network down), in milliseconds. */
const pause = (failures: number): number => (20_000 + Math.random() * 20_000) * 2 ** Math.min(failures, 3);

/**
 * Follows live news while the tab is visible, with one connection. It closes while the tab is hidden, and resumes
 * from its last position. The browser itself reconnects after
 * a lost connection. Some networks let no stream through: then the page asks instead, until one is ready. Returns how to stop.
 */
function followLive(reader: LiveReader): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let missed: ReturnType<typeof setTimeout> | undefined;
  let rounds: ReturnType<typeof newsRounds> | undefined;
  let failures = 0;
  let wasReady = false;

  const drop = (): void => {
    source?.close();
    source = undefined;
  };
  /** Nothing is missed any more. */
  const rest = (): void => {
    clearTimeout(retry);
    clearTimeout(missed);
    retry = missed = undefined;
    rounds?.stop();
  };
  const askInstead = async (): Promise<void> => {
    try {
      const { newsRounds } = await import('./news-rounds.ts');
      rounds ??= newsRounds(reader);
      // Meanwhile a stream may be ready, or the tab hidden.
      if (missed) rounds.start();
    } catch {
      missed = undefined;
    }
  };
  const miss = (): void => {
    missed ??= setTimeout(() => void askInstead(), patience);
    retry ??= setTimeout(() => {
      retry = undefined;
      drop();
      open();
    }, pause(failures++));
  };

  const open = (): void => {
    if (source || document.visibilityState === 'hidden') return;
    miss();
    if (!window.EventSource) return;
    let isUnplaced = reader.position === undefined;
    const stream = new EventSource(isUnplaced ? '/api/live' : `/api/live?after=${reader.position}`);
    source = stream;
    const take = (event: MessageEvent<string>): void => {
      if (event.lastEventId !== '') reader.position = event.lastEventId;
    };
    stream.addEventListener('ready', (event) => {
      rest();
      failures = 0;
      take(event);
      // A page that the server has rendered says nothing of the time at which it was sent.
      noteServerTime((JSON.parse(event.data) as { now: string }).now);
      if (isUnplaced) reader.onGap(Date.now());
      isUnplaced = false;
      // While there was no stream, it was not told.
      if (wasReady) reader.onInbox();
      wasReady = true;
    });
    stream.addEventListener('inbox', reader.onInbox);
    stream.addEventListener('posts', (event) => {
      take(event);
      reader.onPosts(JSON.parse(event.data));
    });
    stream.addEventListener('reload', (event) => {
      take(event);
      // What the page brought along may be older than the moment it was read.
      reader.onGap(Infinity);
    });
    stream.addEventListener('error', () => {
      if (source !== stream) return;
      miss();
      // In the other states the browser reconnects by itself.
      if (stream.readyState === EventSource.CLOSED) drop();
    });
  };

  const close = (): void => {
    rest();
    drop();
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
  const { user, isLoading } = useSession();
  const person = isLoading ? undefined : (user?.id ?? null);
  const [reader] = useState((): LiveReader => ({
    // Of the page, if the server has rendered it.
    position: ssrPosition(),
    onPosts: (message) => applyMessage(queryClient, message),
    onGap: (since) => catchUp(queryClient, since),
    onInbox: () => void queryClient.invalidateQueries({ queryKey: queryKeys.own.activity }),
  }));
  // A stream belongs to the session with which it was opened.
  useEffect(() => (person === undefined ? undefined : followLive(reader)), [reader, person]);
  useEffect(() => followOtherTabs(queryClient), [queryClient]);
  return null;
}
