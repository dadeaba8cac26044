import {
  createFileRoute,
  redirect,
  type SearchMiddleware,
  stripSearchParams,
  useRouter,
} from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { useUnusedBoosts } from '../api/boosts.ts';
import { hallOfFameQuery, postsQuery, weeklyQuery } from '../api/boards.ts';
import { isAnswered } from '../api/ssr-state.ts';
import { useSession } from '../api/session.ts';
import { Notices } from '../components/Notices.tsx';
import { apart, onDemand } from '../components/on-demand.tsx';
import { Leaderboard } from '../features/leaderboard/Leaderboard.tsx';
import {
  leaderboardDefaults,
  type LeaderboardSearch,
  leaderboardSearch,
  sortOf,
} from '../features/leaderboard/leaderboard-search.ts';
import { pageHead } from '../lib/page.ts';

// A chunk of its own: only people with unused boosts need it.
const ApplyYourBoost = apart(() =>
  import('../features/boosts/ApplyYourBoost.tsx').then((module) => module.ApplyYourBoost),
);

/** Links are the same as on the server, which knows nothing of other parameters, such as those of shared links. */
const knownOnly: SearchMiddleware<LeaderboardSearch> = ({ search, next }) => {
  const { tab, sort, week, search: text, after } = next(search);
  return { tab, sort, week, search: text, after };
};

export const Route = createFileRoute('/leaderboard')({
  validateSearch: leaderboardSearch,
  search: { middlewares: [knownOnly, stripSearchParams(leaderboardDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { tab, week, search, after } = deps;
    const reads =
      tab === 'week'
        ? [
            queryClient.fetchInfiniteQuery(weeklyQuery(week, search, sortOf(deps), after)),
            queryClient.prefetchInfiniteQuery(hallOfFameQuery),
          ]
        : [queryClient.fetchInfiniteQuery(postsQuery(search, sortOf(deps), after))];
    const isRead = Promise.all(reads).catch((error: unknown) => {
      if (after && error instanceof ApiError && error.status === 400) {
        throw redirect({ to: '/leaderboard', search: { ...deps, after: undefined }, replace: true });
      }
    });
    // Else the page renders at once, and only the grid shows a skeleton.
    if (isAnswered() || after) await isRead;
  },
  head: () => pageHead('Leaderboard', 'The best rated feet of all time and of this week.'),
  component: LeaderboardPage,
});

const VerifyReminder = onDemand(() =>
  import('../features/session/MembersGate.tsx').then((module) => module.VerifyReminder),
);

/** On its own, because the session is known late, and the board must not render again for it. */
function OwnNotices() {
  const { user, isLoading } = useSession();
  const unused = useUnusedBoosts();
  const isNone = user ? user.emailVerified && unused?.count === 0 : !isLoading;
  return (
    <div className="mx-auto max-w-wide px-4 sm:px-6">
      <Notices isNone={isNone}>
        {user && (
          <div className="space-y-3 pt-3 empty:hidden sm:pt-6">
            <ApplyYourBoost />
            {!user.emailVerified && <VerifyReminder user={user} />}
          </div>
        )}
      </Notices>
    </div>
  );
}

function LeaderboardPage() {
  const router = useRouter();
  const navigate = Route.useNavigate();
  return (
    <>
      <OwnNotices />
      <Leaderboard
        state={Route.useSearch()}
        onSearch={(search) => {
          // Another page was chosen before the pause after the last letter was over.
          if (router.latestLocation.pathname !== Route.fullPath) return;
          void navigate({
            search: (before) => ({ ...before, search, after: undefined }),
            // Typing a search adds no history entries.
            replace: true,
            resetScroll: false,
          });
        }}
      />
    </>
  );
}
