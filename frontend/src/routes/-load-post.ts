import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { ApiError, isNotFound } from '../api/api-error.ts';
import type { Post } from '../api/generated/schema.d.ts';
import { marksQuery } from '../api/marks.ts';
import { isAnswered } from '../api/ssr-state.ts';
import { sessionQuery } from '../api/session.ts';
import { readComments } from '../features/comments/comments.queries.ts';
import { knownPost } from '../features/post/known-post.ts';
import { postQuery } from '../features/post/post.queries.ts';
import { PublishedMoment } from '../features/post/published-moment.ts';
import { justPublished } from '../lib/just-published.ts';

/** In milliseconds. */
const justNow = 2000;

interface PostPage {
  context: { queryClient: QueryClient };
  params: { id: string };
  /** Where the comments begin, if they start further down. */
  deps: { after: string | undefined };
}

/**
 * What the page of a post shows first: at once what a list knows of it; else the answer of the server.
 * @throws a redirect if there is no such page of comments, and the router's `notFound` if visitors do not see the post
 */
export async function loadPost({
  context: { queryClient },
  params: { id },
  deps: { after },
}: PostPage): Promise<Post> {
  const read = postQuery(id);
  const comments = readComments(queryClient, id, after);
  // Nobody may wait for them.
  comments.catch(() => undefined);
  try {
    if (isAnswered() || after) {
      const post = await queryClient.ensureQueryData(read);
      await comments;
      return post;
    }
    const { error, errorUpdatedAt = 0 } = queryClient.getQueryState(read.queryKey) ?? {};
    if (isNotFound(error)) {
      // Found out by this page; later somebody asks again.
      if (Date.now() - errorUpdatedAt < justNow) throw notFound();
    } else {
      const known = knownPost(queryClient, id);
      void queryClient.prefetchQuery(read);
      if (queryClient.getQueryData(sessionQuery.queryKey)) void queryClient.prefetchQuery(marksQuery(id));
      if (known) return known;
    }
    const [post] = await Promise.all([
      queryClient.ensureQueryData(read),
      // Awaited, so that hearts and the rating form do not change after the page has rendered. Does not fail the page.
      queryClient
        .ensureQueryData(sessionQuery)
        .then((user) => user && queryClient.prefetchQuery(marksQuery(id))),
      // It is above all the rest.
      justPublished.read() === id && PublishedMoment.fetch(),
    ]);
    return post;
  } catch (error) {
    if (isNotFound(error)) throw notFound();
    if (after && error instanceof ApiError && error.status === 400) {
      throw redirect({ to: '/post/$id', params: { id }, replace: true });
    }
    throw error;
  }
}
