import { useSuspenseQuery } from '@tanstack/react-query';
import { PostCard } from '../posts/PostCard.tsx';
import { PostGrid } from '../posts/PostGrid.tsx';
import { type PostSort, weeklyQuery } from '../posts/posts.queries.ts';
import { EmptyBoard } from './EmptyBoard.tsx';
import { arrangeWeek } from './arrange-week.ts';

/** This week's board; a post keeps its place and badge, however it is searched and sorted. */
export function WeekPosts({ search, sort }: { search: string; sort: PostSort }) {
  const { data: board } = useSuspenseQuery(weeklyQuery);
  const places = arrangeWeek(board.posts, search, sort);
  if (board.posts.length === 0) return <EmptyBoard title="No submissions this week" />;
  if (places.length === 0) {
    return <EmptyBoard title="No posts found" text="Try adjusting your search terms" />;
  }
  return (
    <PostGrid>
      {places.map(({ post, rank }, index) => (
        <li key={post.id}>
          <PostCard post={post} rank={rank} eager={index < 5} />
        </li>
      ))}
    </PostGrid>
  );
}
