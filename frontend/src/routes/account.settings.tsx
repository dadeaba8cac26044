import { createFileRoute } from '@tanstack/react-router';
import { AccountSettings } from '../features/account/AccountSettings.tsx';
import { sessionsQuery } from '../features/account/sessions.queries.ts';
import { membersOnly } from '../features/session/members-only.ts';
import { SessionPending } from '../features/session/SessionPending.tsx';
import { pageHead } from '../lib/page-head.ts';

export const Route = createFileRoute('/account/settings')({
  loader: {
    handler: async (page) => {
      await membersOnly(page);
      // Not awaited: only its own section waits for it.
      void page.context.queryClient.prefetchQuery(sessionsQuery);
    },
    staleReloadMode: 'blocking',
  },
  head: () => pageHead('Account Settings', 'Your Footnote account: mails, password, sessions and data.'),
  pendingComponent: SessionPending,
  component: AccountSettings,
});
