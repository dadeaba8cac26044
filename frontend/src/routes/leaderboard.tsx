import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { hallOfFameQuery, postsQuery, weeklyQuery } from '../api/boards.ts';
import { Leaderboard } from '../features/leaderboard/Leaderboard.tsx';
import {
  leaderboardDefaults,
  leaderboardSearch,
  sortOf,
} from '../features/leaderboard/leaderboard-search.ts';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/leaderboard')({
  validateSearch: leaderboardSearch,
  search: { middlewares: [stripSearchParams(leaderboardDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    // Not awaited: the page renders at once, and only the grid shows a skeleton.
    if (deps.tab === 'week') {
      void queryClient.prefetchInfiniteQuery(weeklyQuery(deps.week, deps.search, sortOf(deps)));
      void queryClient.prefetchInfiniteQuery(hallOfFameQuery);
    } else void queryClient.prefetchInfiniteQuery(postsQuery(deps.search, sortOf(deps)));
  },
  head: () => pageHead('Leaderboard', 'The best rated feet of all time and of this week.'),
  component: LeaderboardPage,
});

function LeaderboardPage() {
  const navigate = Route.useNavigate();
  return (
    <Leaderboard
      state={Route.useSearch()}
      onChange={(change) =>
        void navigate({
          search: (before) => ({ ...before, ...change }),
          // Typing a search adds one history entry, not one per letter.
          replace: 'search' in change,
          resetScroll: false,
        })
      }
    />
  );
}
