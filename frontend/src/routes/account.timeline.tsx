import { createFileRoute } from '@tanstack/react-router';
import { Timeline } from '../features/account/Timeline.tsx';
import { timelineQuery } from '../features/account/timeline.queries.ts';
import { membersOnly, SessionPending } from '../features/session/guards.tsx';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/account/timeline')({
  loader: {
    handler: async (page) => {
      await membersOnly(page);
      void page.context.queryClient.prefetchInfiniteQuery(timelineQuery);
    },
    staleReloadMode: 'blocking',
  },
  head: () => pageHead('My Timeline', 'Everything that Footnote has recorded about you, by day.'),
  pendingComponent: SessionPending,
  component: Timeline,
});
