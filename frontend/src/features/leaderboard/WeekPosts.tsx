import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type PostSort, weeklyQuery } from '../../api/boards.ts';
import { Button } from '../../components/Button.tsx';
import { PostGrid } from '../../components/PostGrid.tsx';
import { arrangeWeek } from './arrange-week.ts';
import { EmptyBoard } from './EmptyBoard.tsx';
import { HallOfFame } from './HallOfFame.tsx';
import { NewPosts, useShowNew } from './NewPosts.tsx';
import { PostCard, RemovedCard } from './PostCard.tsx';
import { WeekHeader } from './WeekHeader.tsx';

interface WeekPostsProps {
  search: string;
  sort: PostSort;
  /** The running week by default. */
  week: string | undefined;
}

function RankedPosts({ week, search, sort }: WeekPostsProps) {
  const { data: board } = useSuspenseQuery(weeklyQuery(week));
  const posts = board?.posts ?? [];
  const arranged = arrangeWeek(posts, search, sort);
  if (board === null) {
    return (
      <EmptyBoard
        title="There is no board for this week."
        text="The week has not started yet, or nobody posted."
      >
        <Button asChild look="secondary">
          <Link to="/leaderboard" search={{ tab: 'week' }}>
            This Week
          </Link>
        </Button>
      </EmptyBoard>
    );
  }
  if (posts.length === 0) {
    return <EmptyBoard title={board.isClosed ? 'No submissions that week' : 'No submissions this week'} />;
  }
  if (arranged.length === 0) {
    return <EmptyBoard title="No posts found" text="Try adjusting your search terms" />;
  }
  return (
    <PostGrid>
      {arranged.map((post, index) => (
        <li key={post.id}>
          {post.removed ? (
            <RemovedCard post={post} />
          ) : (
            <PostCard post={post} rank={post.rank} eager={index < 5} />
          )}
        </li>
      ))}
    </PostGrid>
  );
}

/**
 * The board of a week and the Hall of Fame. A post keeps its rank and badge in every search and sort order, and after
 * its removal.
 */
export function WeekPosts(props: WeekPostsProps) {
  const { data: board } = useSuspenseQuery(weeklyQuery(props.week));
  const showNew = useShowNew(weeklyQuery(props.week).queryKey);
  return (
    <>
      {/* A week without a board may be an invalid week: no dates, no neighbours. */}
      {board && <WeekHeader board={board} />}
      {/* The running week shows new posts under its name too: only the server knows whether it is closed. */}
      {props.search === '' && board?.isClosed === false && (
        <NewPosts shown={new Set(board.posts.map(({ id }) => id))} onShow={() => void showNew()} />
      )}
      <RankedPosts {...props} />
      <HallOfFame />
    </>
  );
}
