import { createFileRoute } from '@tanstack/react-router';
import { MyPosts } from '../features/own-posts/MyPosts.tsx';
import { forMembers, SessionPending } from '../features/session/guards.tsx';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/my-posts')({
  loader: forMembers,
  head: () => pageHead('My Posts', 'Your own posts on Footnote.'),
  pendingComponent: SessionPending,
  component: MyPosts,
});
