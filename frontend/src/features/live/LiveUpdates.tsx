import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveMessage } from '../../api/types.ts';
import { refreshComments } from '../comments/comments.queries.ts';
import { weeklyBoards } from '../leaderboard/weeks.queries.ts';
import { postQuery, rankQuery } from '../posts/posts.queries.ts';
import { forgetFresh, forgetFreshPosts, noteFreshPosts } from './fresh-store.ts';
import { followLive } from './live-stream.ts';
import { livePrefixes, withNews } from './live-news.ts';
import { followOtherTabs } from './other-tabs.ts';

/** How long before the stream stood an answer may have come to count as read with it, in milliseconds. */
const tolerance = 1000;

function take(queryClient: QueryClient, { posts, published, removed }: LiveMessage): void {
  for (const { id, commentsCount } of posts) {
    const known = queryClient.getQueryData(postQuery(id).queryKey);
    if (!known) continue;
    // New ones can wait until they are wanted, but nobody should answer to those that are gone.
    if (commentsCount < known.commentsCount) void refreshComments(queryClient, id);
  }
  const news = { figures: new Map(posts.map((post) => [post.id, post])), removed: new Set(removed) };
  for (const queryKey of livePrefixes) {
    queryClient.setQueriesData({ queryKey }, (data: unknown) => withNews(data, news));
  }
  for (const { id } of posts) {
    void queryClient.invalidateQueries({ queryKey: rankQuery(id).queryKey });
  }
  for (const id of removed) {
    void queryClient.invalidateQueries({ queryKey: postQuery(id).queryKey, exact: true });
  }
  // The places behind those that are gone have moved up.
  if (removed.length > 0) void queryClient.invalidateQueries({ queryKey: weeklyBoards });
  noteFreshPosts(published);
  forgetFreshPosts(removed);
}

/** Reads anew what was read before the stream stood, as nobody told what happened to it in between. */
function catchUp(queryClient: QueryClient, since: number): void {
  for (const queryKey of livePrefixes) {
    void queryClient.invalidateQueries({
      queryKey,
      predicate: ({ state }) => state.dataUpdatedAt < since - tolerance,
    });
  }
  forgetFresh();
}

/**
 * Keeps the figures of all posts on the screen up to date while the tab can be seen, and what the person did in other tabs.
 * Without it everything works, too.
 */
export function LiveUpdates() {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      followLive({
        onPosts: (message) => take(queryClient, message),
        onGap: (since) => catchUp(queryClient, since),
      }),
    [queryClient],
  );
  useEffect(() => followOtherTabs(queryClient), [queryClient]);
  return null;
}
