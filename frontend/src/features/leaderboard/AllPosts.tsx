import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { type PostSort, postsQuery } from '../../api/boards.ts';
import type { BoardPost } from '../../api/generated/schema.d.ts';
import { PostGrid } from '../../components/PostGrid.tsx';
import { isRated } from '../../lib/scores.ts';
import { EmptyBoard } from './EmptyBoard.tsx';
import { isFromTheTop } from './leaderboard-search.ts';
import { MorePosts } from './MorePosts.tsx';
import { NewPosts, useStartOver } from './NewPosts.tsx';
import { PostCard } from './PostCard.tsx';

interface AllPostsProps {
  search: string;
  sort: PostSort;
  /** The cursor that the list starts at. */
  after?: string | undefined;
}

export function AllPosts({ search, sort, after }: AllPostsProps) {
  const query = postsQuery(search, sort, after);
  const list = useSuspenseInfiniteQuery(query);
  const posts = list.data.pages.flatMap((page) => page.posts);
  // A boost lifts a post, but buys no rank.
  const rankOf = (post: BoardPost) => (post.isBoosted ? undefined : post.rank);
  const first = posts.slice(0, 3);
  const hasPodium =
    isFromTheTop({ search, sort, after }) &&
    first.every((post, index) => isRated(post) && rankOf(post) === index + 1);
  const showNew = useStartOver(query.queryKey);

  // A search for one person is not interrupted by new posts of others, and they belong on the first page.
  const news = search === '' && !after && (
    <NewPosts shown={new Set(posts.map(({ id }) => id))} onShow={showNew} />
  );
  return (
    <>
      {news}
      {/* A search page may be empty although there are more pages. */}
      {posts.length === 0 && !list.hasNextPage ? (
        <EmptyBoard
          isSearch={search !== ''}
          title="No posts found"
          text={search ? 'Try adjusting your search terms' : 'Be the first to upload!'}
        />
      ) : (
        <PostGrid hasPodium={hasPodium} list={query.queryKey}>
          {posts.map((post, index) => (
            <li key={post.id}>
              <PostCard
                post={post}
                rank={rankOf(post)}
                ribbons={3}
                isOnPodium={hasPodium && index < 3}
                eager={index < (hasPodium ? 3 : 5)}
              />
            </li>
          ))}
        </PostGrid>
      )}
      <MorePosts count={posts.length} list={list} />
    </>
  );
}
