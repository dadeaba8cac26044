import { isolated } from '@footnote/backend/shared/isolated.ts';
import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { afterFirstAct } from '../components/on-demand.tsx';
import { postSearch } from '../features/boosts/boost-search.ts';
import { PostNotFound, PostSkeleton } from '../features/post/PostSkeletons.tsx';
import { PostView } from '../features/post/PostView.tsx';
import { isRated } from '../lib/scores.ts';
import { shownName } from '../lib/wording.ts';
import { pageHead } from '../lib/page.ts';

type LoadPost = typeof import('./-load-post.ts').loadPost;

/** Once its code is there. */
let loadPost: LoadPost | undefined;

async function loadCode(): Promise<LoadPost> {
  ({ loadPost } = await import('./-load-post.ts'));
  return loadPost;
}

// A list may know the post. Where the main thread is busy, even waiting for code that is there shows the skeleton before it.
afterFirstAct(() => loadCode().catch(() => undefined));

export const Route = createFileRoute('/post/$id')({
  validateSearch: postSearch,
  loaderDeps: ({ search: { after } }) => ({ after }),
  loader: async (page) => (loadPost ?? (await loadCode()))(page),
  head: ({ loaderData: post, match: { status } }) =>
    // A post that is gone was there before.
    post && status !== 'notFound'
      ? pageHead(
          `Photo by ${isolated(shownName(post))}`,
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
