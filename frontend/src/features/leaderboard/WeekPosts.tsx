import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type PostSort, weeklyQuery } from '../../api/boards.ts';
import { Button } from '../../components/Button.tsx';
import { PostGrid } from '../../components/PostGrid.tsx';
import { isRated } from '../../lib/scores.ts';
import { EmptyBoard } from './EmptyBoard.tsx';
import { HallOfFame } from './HallOfFame.tsx';
import { isFromTheTop } from './leaderboard-search.ts';
import { MorePosts } from './MorePosts.tsx';
import { NewPosts, useStartOver } from './NewPosts.tsx';
import { PostCard, RemovedCard } from './PostCard.tsx';
import { WeekHeader } from './WeekHeader.tsx';

interface WeekPostsProps {
  search: string;
  sort: PostSort;
  /** The running week by default. */
  week?: string | undefined;
  /** The cursor that the list starts at. */
  after?: string | undefined;
}

function RankedPosts({ week, search, sort, after }: WeekPostsProps) {
  const query = weeklyQuery(week, search, sort, after);
  const list = useSuspenseInfiniteQuery(query);
  const { pages } = list.data;
  const board = pages[0]?.board ?? null;
  const posts = pages.flatMap((page) => page.posts);
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
  const none = search
    ? { title: 'No posts found', text: 'Try adjusting your search terms', isSearch: true }
    : board.isClosed
      ? { title: 'No submissions that week', text: 'The running week takes new photos.' }
      : { title: 'No submissions this week', text: 'Be the first to upload!' };
  const hasPodium = isFromTheTop({ search, sort, after }) && posts.slice(0, 3).every(isRated);
  return (
    <>
      {/* A search page may be empty although there are more pages. */}
      {posts.length === 0 && !list.hasNextPage ? (
        <EmptyBoard {...none} />
      ) : (
        <PostGrid hasPodium={hasPodium} list={query.queryKey}>
          {posts.map((post, index) => (
            <li key={post.id}>
              {post.removed ? (
                <RemovedCard post={post} />
              ) : (
                <PostCard
                  post={post}
                  rank={post.rank}
                  isOnPodium={hasPodium && index < 3}
                  eager={index < (hasPodium ? 3 : 5)}
                />
              )}
            </li>
          ))}
        </PostGrid>
      )}
      <MorePosts count={posts.length} list={list} />
    </>
  );
}

/**
 * The board of a week, page by page, and the Hall of Fame. A post keeps its rank and badge in every search and sort
 * order, and after its removal.
 */
export function WeekPosts(props: WeekPostsProps) {
  const query = weeklyQuery(props.week, props.search, props.sort, props.after);
  const { pages } = useSuspenseInfiniteQuery(query).data;
  const board = pages[0]?.board ?? null;
  const showNew = useStartOver(query.queryKey);
  return (
    <>
      {/* A week without a board may be an invalid week: no dates, no neighbours. */}
      {board && <WeekHeader board={board} />}
      {/* The running week shows new posts under its name too: only the server knows whether it is closed. */}
      {props.search === '' && !props.after && board?.isClosed === false && (
        <NewPosts shown={new Set(pages.flatMap((page) => page.posts.map(({ id }) => id)))} onShow={showNew} />
      )}
      <RankedPosts {...props} />
      <HallOfFame />
    </>
  );
}
