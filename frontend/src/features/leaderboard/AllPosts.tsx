import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { type PostSort, postsQuery } from '../../api/boards.ts';
import { Button } from '../../components/Button.tsx';
import { PostGrid } from '../../components/PostGrid.tsx';
import { useReached } from '../../lib/use-reached.ts';
import { EmptyBoard } from './EmptyBoard.tsx';
import { NewPosts, useShowNew } from './NewPosts.tsx';
import { PostCard } from './PostCard.tsx';

/** Reads the first page of the list again and drops the others, which are read when they are needed. */
function useStartOver(search: string, sort: PostSort): () => void {
  const queryClient = useQueryClient();
  const { queryKey } = postsQuery(search, sort);
  const showNew = useShowNew(queryKey);
  return () => {
    queryClient.setQueryData(
      queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    void showNew();
  };
}

/** All public posts; the next page loads near the end of the list, or by its button. */
export function AllPosts({ search, sort }: { search: string; sort: PostSort }) {
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } =
    useSuspenseInfiniteQuery(postsQuery(search, sort));
  // Waits for a running fetch: it must not cancel a refresh of the list.
  const showMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const end = useReached<HTMLDivElement>(showMore, hasNextPage && !isFetching && !isFetchNextPageError);
  const posts = data.pages.flatMap((page) => page.posts);
  const showNew = useStartOver(search, sort);

  // A search for one person is not interrupted by new posts of others.
  const news = search === '' && <NewPosts shown={new Set(posts.map(({ id }) => id))} onShow={showNew} />;
  // A search page may be empty although there are more pages.
  if (posts.length === 0 && !hasNextPage) {
    return (
      <>
        {news}
        <EmptyBoard
          title="No posts found"
          text={search ? 'Try adjusting your search terms' : 'Be the first to upload!'}
        />
      </>
    );
  }
  return (
    <>
      {news}
      <PostGrid>
        {posts.map((post, index) => (
          <li key={post.id}>
            <PostCard post={post} eager={index < 5} />
          </li>
        ))}
      </PostGrid>
      <p role="status" className="sr-only">
        {posts.length} posts{hasNextPage ? ' loaded, there are more' : ''}
      </p>
      {hasNextPage && (
        <div ref={end} className="mt-8 flex flex-col items-center gap-3">
          {isFetchNextPageError && (
            <p role="alert" className="font-medium text-danger">
              {messageOf(error, 'The next posts could not be loaded.')}
            </p>
          )}
          <Button look="secondary" busy={isFetchingNextPage} onClick={showMore}>
            {isFetchingNextPage ? 'Loading…' : 'Load More'}
          </Button>
        </div>
      )}
    </>
  );
}
