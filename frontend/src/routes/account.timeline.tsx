import { createFileRoute } from '@tanstack/react-router';
import { Timeline } from '../features/account/Timeline.tsx';
import { timelineQuery } from '../features/account/timeline.queries.ts';
import { membersOnly, SessionPending } from '../features/session/guards.tsx';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/account/timeline')({
  validateSearch: ({ post }: Record<string, unknown>): { post?: string } =>
    typeof post === 'string' ? { post } : {},
  loaderDeps: ({ search: { post } }) => ({ post }),
  loader: {
    handler: async (page) => {
      await membersOnly(page);
      void page.context.queryClient.prefetchInfiniteQuery(timelineQuery(page.deps.post));
    },
    staleReloadMode: 'blocking',
  },
  head: ({ match: { search } }) =>
    search.post === undefined
      ? pageHead('My Timeline', 'Everything that Footnote has recorded about you, by day.')
      : pageHead('History of My Post', 'What happened to your post, by day.'),
  pendingComponent: SessionPending,
  component: Page,
});

function Page() {
  const { post } = Route.useSearch();
  return <Timeline postId={post} />;
}
