import { createFileRoute } from '@tanstack/react-router';
import { Inbox } from '../features/inbox/Inbox.tsx';
import { forMembers, SessionPending } from '../features/session/guards.tsx';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/inbox')({
  loader: forMembers,
  head: () => pageHead('Inbox', 'Your own inbox on Footnote.'),
  pendingComponent: SessionPending,
  component: Inbox,
});
