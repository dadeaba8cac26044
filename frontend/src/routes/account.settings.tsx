import { createFileRoute } from '@tanstack/react-router';
import { AccountSettings } from '../features/account/AccountSettings.tsx';
import { forMembers, SessionPending } from '../features/session/guards.tsx';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/account/settings')({
  loader: forMembers,
  head: () => pageHead('Account Settings', 'Your Footnote account: mails, password, sessions and data.'),
  pendingComponent: SessionPending,
  component: AccountSettings,
});
