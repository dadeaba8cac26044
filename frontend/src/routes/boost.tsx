import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { pricesQuery } from '../api/boosts.ts';
import { boostSearch } from '../features/boosts/boost-search.ts';
import { BoostPage } from '../features/boosts/BoostPage.tsx';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/boost')({
  validateSearch: boostSearch,
  loader: ({ context: { queryClient } }) => {
    // Not awaited: only the prices wait for the answer.
    void queryClient.prefetchQuery(pricesQuery);
  },
  head: () => pageHead('Boost', 'Put one of your posts at the top of the Footnote leaderboard, or donate.'),
  component: Boosts,
});

function Boosts() {
  const navigate = Route.useNavigate();
  const clean = useCallback(
    () => void navigate({ to: '/boost', search: {}, replace: true, resetScroll: false }),
    [navigate],
  );
  const showBoard = useCallback(() => void navigate({ to: '/leaderboard', replace: true }), [navigate]);
  return <BoostPage back={Route.useSearch()} onHandled={clean} onBought={showBoard} />;
}
