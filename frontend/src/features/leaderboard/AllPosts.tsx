import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/api-error.ts';
import { Button } from '../../components/Button.tsx';
import { useReached } from '../../lib/use-reached.ts';
import { NewPosts } from '../live/NewPosts.tsx';
import { PostCard } from '../posts/PostCard.tsx';
import { PostGrid } from '../posts/PostGrid.tsx';
import { type PostSort, postsQuery } from '../posts/posts.queries.ts';
import { EmptyBoard } from './EmptyBoard.tsx';

/** Reads the list from its beginning again, and goes there. */
function useStartOver(search: string, sort: PostSort): () => void {
  const queryClient = useQueryClient();
  return async () => {
    const { queryKey } = postsQuery(search, sort);
    queryClient.setQueryData(
      queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    await queryClient.invalidateQueries({ queryKey });
    window.scrollTo({ top: 0 });
  };
}

/** All public posts; the next page comes when the end is near, or by its button. */
export function AllPosts({ search, sort }: { search: string; sort: PostSort }) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } =
    useSuspenseInfiniteQuery(postsQuery(search, sort));
  const end = useReached<HTMLDivElement>(
    fetchNextPage,
    hasNextPage && !isFetchingNextPage && !isFetchNextPageError,
  );
  const posts = data.pages.flatMap((page) => page.posts);
  const showNew = useStartOver(search, sort);

  // Nobody asked for new posts of others who searches for somebody.
  const news = search === '' && <NewPosts shown={new Set(posts.map(({ id }) => id))} onShow={showNew} />;
  if (posts.length === 0) {
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
          <Button look="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : 'Load More'}
          </Button>
        </div>
      )}
    </>
  );
}
