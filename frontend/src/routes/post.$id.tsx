import { createFileRoute, notFound } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ApiError } from '../api/api-error.ts';
import { marksQuery } from '../api/marks.ts';
import { sessionQuery } from '../api/session.ts';
import { postBoostSearch } from '../features/boosts/boost-search.ts';
import { commentsQuery } from '../features/comments/comments.queries.ts';
import { postQuery } from '../features/post/post.queries.ts';
import { PostNotFound, PostSkeleton } from '../features/post/PostStandIns.tsx';
import { PostView } from '../features/post/PostView.tsx';
import { isRated } from '../lib/scores.ts';
import { shownName } from '../lib/wording.ts';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/post/$id')({
  validateSearch: postBoostSearch,
  loader: async ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchInfiniteQuery(commentsQuery(id));
    try {
      const [post] = await Promise.all([
        queryClient.ensureQueryData(postQuery(id)),
        // Awaited, so that hearts and the rating form do not change after the page has rendered. Does not fail the page.
        queryClient
          .ensureQueryData(sessionQuery)
          .then((user) => user && queryClient.prefetchQuery(marksQuery(id))),
      ]);
      return post;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ loaderData: post }) =>
    post
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
  const navigate = Route.useNavigate();
  const clean = useCallback(
    () => void navigate({ search: {}, replace: true, resetScroll: false }),
    [navigate],
  );
  // The key resets all state for another post: the history may lead from one post directly to the next.
  return <PostView key={id} id={id} back={Route.useSearch()} onHandled={clean} />;
}
