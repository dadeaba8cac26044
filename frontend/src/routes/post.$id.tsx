import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ApiError, isNotFound } from '../api/api-error.ts';
import { marksQuery } from '../api/marks.ts';
import { isAnswered } from '../api/served.ts';
import { sessionQuery } from '../api/session.ts';
import { postSearch } from '../features/boosts/boost-search.ts';
import { readComments } from '../features/comments/comments.queries.ts';
import { knownPost } from '../features/post/known-post.ts';
import { postQuery } from '../features/post/post.queries.ts';
import { PostNotFound, PostSkeleton } from '../features/post/PostStandIns.tsx';
import { PostView } from '../features/post/PostView.tsx';
import { isRated } from '../lib/scores.ts';
import { shownName } from '../lib/wording.ts';
import { pageHead } from '../lib/page.ts';

/** In milliseconds. */
const justNow = 2000;

export const Route = createFileRoute('/post/$id')({
  validateSearch: postSearch,
  loaderDeps: ({ search: { after } }) => ({ after }),
  loader: async ({ context: { queryClient }, params: { id }, deps: { after } }) => {
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
        if (known) return known;
      }
      const [post] = await Promise.all([
        queryClient.ensureQueryData(read),
        // Awaited, so that hearts and the rating form do not change after the page has rendered. Does not fail the page.
        queryClient
          .ensureQueryData(sessionQuery)
          .then((user) => user && queryClient.prefetchQuery(marksQuery(id))),
      ]);
      return post;
    } catch (error) {
      if (isNotFound(error)) throw notFound();
      if (after && error instanceof ApiError && error.status === 400) {
        throw redirect({ to: '/post/$id', params: { id }, replace: true });
      }
      throw error;
    }
  },
  head: ({ loaderData: post, match: { status } }) =>
    // A post that is gone was there before.
    post && status !== 'notFound'
      ? pageHead(
          `Photo by ${shownName(post)}`,
          isRated(post)
            ? `Rated ${post.averageRating} out of 10 on the Footnote leaderboard.`
            : 'Not yet rated on the Footnote leaderboard.',
        )
      : pageHead('Post not found', 'This post does not exist.'),
  pendingComponent: PostSkeleton,
  notFoundComponent: PostNotFound,
  component: PostPage,
});

function PostPage() {
  const { id } = Route.useParams();
  const { after, ...back } = Route.useSearch();
  const navigate = Route.useNavigate();
  const clean = useCallback(
    () => void navigate({ search: {}, replace: true, resetScroll: false }),
    [navigate],
  );
  // The key resets all state for another post: the history may lead from one post directly to the next.
  return <PostView key={`${id} ${after}`} id={id} after={after} back={back} onHandled={clean} />;
}
