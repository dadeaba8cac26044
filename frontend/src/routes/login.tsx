import { createFileRoute } from '@tanstack/react-router';
import { LoginForm } from '../features/session/LoginForm.tsx';
import { nextSearch } from '../features/session/next-search.ts';
import { SessionPending } from '../features/session/SessionPending.tsx';
import { visitorsOnly } from '../features/session/visitors-only.ts';
import { pageHead } from '../lib/page-head.ts';

export const Route = createFileRoute('/login')({
  validateSearch: nextSearch,
  loaderDeps: ({ search: { next } }) => ({ next }),
  loader: visitorsOnly,
  head: () => pageHead('Login', 'Log in to post your rated photos to the Footnote leaderboard.'),
  pendingComponent: SessionPending,
  component: LoginPage,
});

function LoginPage() {
  return <LoginForm next={Route.useSearch().next} />;
}
