import { useCallback, useEffect, useRef } from 'react';
import { messageOf } from '../../api/api-error.ts';
import type { Page } from '../../api/pages.ts';
import { Button } from '../../components/Button.tsx';
import { NextPage } from '../../components/PostGrid.tsx';

/** Calls `onReach` whenever the element with the returned ref comes near the bottom of the window. */
function useReached(onReach: () => void, enabled: boolean) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!enabled || !element.current) return undefined;
    // A busy browser reports several changes in one call: the last one is the state now.
    const observer = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting && onReach(), {
      rootMargin: '600px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [onReach, enabled]);
  return element;
}

interface MorePostsProps {
  /** How many posts are shown. */
  count: number;
  /** The list, as its query returns it. */
  list: {
    data: { pages: readonly Page[] };
    hasNextPage: boolean;
    isFetching: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>;
  };
}

/** The end of a list of posts, which may be empty: the next page loads near it, or by its button. */
export function MorePosts({ count, list }: MorePostsProps) {
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } =
    list;
  // Waits for a running fetch: it must not cancel a refresh of the list.
  const showMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const end = useReached(showMore, hasNextPage && !isFetching && !isFetchNextPageError);
  return (
    <>
      <p role="status" className="sr-only">
        {`${count || 'No'} posts${hasNextPage ? ' loaded, there are more' : ''}`}
      </p>
      {hasNextPage && (
        <div ref={end} className="mt-8 flex flex-col items-center gap-3 unscripted:hidden">
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
      <NextPage after={data.pages.at(-1)?.next} />
    </>
  );
}
