import { createFileRoute } from '@tanstack/react-router';
import { AccountSettings } from '../features/account/AccountSettings.tsx';
import { membersOnly, SessionPending } from '../features/session/guards.tsx';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/account/settings')({
  loader: { handler: membersOnly, staleReloadMode: 'blocking' },
  head: () => pageHead('Account Settings', 'Your Footnote account: mails, password, sessions and data.'),
  pendingComponent: SessionPending,
  component: AccountSettings,
});
