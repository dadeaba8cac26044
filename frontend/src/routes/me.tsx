import { createFileRoute } from '@tanstack/react-router';
import { Me } from '../features/me/Me.tsx';
import { forMembers, SessionPending } from '../features/session/guards.tsx';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/me')({
  loader: forMembers,
  head: () => pageHead('Me', 'Your own page on Footnote.'),
  pendingComponent: SessionPending,
  component: Me,
});
