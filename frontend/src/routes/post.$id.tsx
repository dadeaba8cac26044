import { createFileRoute, notFound } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { authorOf } from '../features/posts/author-of.ts';
import { PostNotFound } from '../features/posts/PostNotFound.tsx';
import { PostSkeleton } from '../features/posts/PostSkeleton.tsx';
import { PostView } from '../features/posts/PostView.tsx';
import { postQuery } from '../features/posts/posts.queries.ts';
import { pageHead } from '../lib/page-head.ts';

export const Route = createFileRoute('/post/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    try {
      return await queryClient.ensureQueryData(postQuery(id));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw notFound();
      throw error;
    }
  },
  head: ({ loaderData: post }) =>
    post
      ? pageHead(
          `Photo by ${authorOf(post)}`,
          post.ratingsCount > 0
            ? `Rated ${post.averageRating} out of 10 on the Footnote leaderboard.`
            : 'Not yet rated on the Footnote leaderboard.',
        )
      : pageHead('Post not found', 'This post does not exist.'),
  pendingComponent: PostSkeleton,
  notFoundComponent: PostNotFound,
  component: PostPage,
});

function PostPage() {
  return <PostView id={Route.useParams().id} />;
}
