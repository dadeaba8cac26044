import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { type PostSort, postsQuery } from '../../api/boards.ts';
import { PostGrid } from '../../components/PostGrid.tsx';
import { EmptyBoard } from './EmptyBoard.tsx';
import { MorePosts } from './MorePosts.tsx';
import { NewPosts, useStartOver } from './NewPosts.tsx';
import { PostCard } from './PostCard.tsx';

export function AllPosts({ search, sort }: { search: string; sort: PostSort }) {
  const query = postsQuery(search, sort);
  const list = useSuspenseInfiniteQuery(query);
  const posts = list.data.pages.flatMap((page) => page.posts);
  const showNew = useStartOver(query.queryKey);

  // A search for one person is not interrupted by new posts of others.
  const news = search === '' && <NewPosts shown={new Set(posts.map(({ id }) => id))} onShow={showNew} />;
  // A search page may be empty although there are more pages.
  if (posts.length === 0 && !list.hasNextPage) {
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
      <MorePosts count={posts.length} list={list} />
    </>
  );
}
