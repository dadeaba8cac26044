import { createFileRoute } from '@tanstack/react-router';
import { ProfileSettings } from '../features/profile/ProfileSettings.tsx';
import { forMembers, SessionPending } from '../features/session/guards.tsx';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/profile/settings')({
  loader: forMembers,
  head: () => pageHead('Profile Settings', 'Your public profile on Footnote.'),
  pendingComponent: SessionPending,
  component: ProfileSettings,
});
