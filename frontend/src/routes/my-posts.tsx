import { createFileRoute } from '@tanstack/react-router';
import { MyPosts } from '../features/own-posts/MyPosts.tsx';
import { membersOnly } from '../features/session/members-only.ts';
import { SessionPending } from '../features/session/SessionPending.tsx';
import { pageHead } from '../lib/page-head.ts';

export const Route = createFileRoute('/my-posts')({
  loader: { handler: membersOnly, staleReloadMode: 'blocking' },
  head: () => pageHead('My Posts', 'Your own posts on Footnote.'),
  pendingComponent: SessionPending,
  component: MyPosts,
});
