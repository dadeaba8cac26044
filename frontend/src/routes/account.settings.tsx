import { createFileRoute } from '@tanstack/react-router';
import { sessionsQuery } from '../features/account/account.queries.ts';
import { paymentsQuery } from '../features/account/payments.queries.ts';
import { decisionsQuery } from '../features/decisions/decisions.queries.ts';
import { AccountSettings } from '../features/account/AccountSettings.tsx';
import { membersOnly, SessionPending } from '../features/session/guards.tsx';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/account/settings')({
  loader: {
    handler: async (page) => {
      await membersOnly(page);
      // Not awaited: only their own sections wait for them.
      void page.context.queryClient.prefetchQuery(sessionsQuery);
      void page.context.queryClient.prefetchInfiniteQuery(paymentsQuery);
      void page.context.queryClient.prefetchQuery(decisionsQuery);
    },
    staleReloadMode: 'blocking',
  },
  head: () => pageHead('Account Settings', 'Your Footnote account: mails, password, sessions and data.'),
  pendingComponent: SessionPending,
  component: AccountSettings,
});
