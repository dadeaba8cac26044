import { createFileRoute } from '@tanstack/react-router';
import { members, SessionPending, useLateRedirect, without } from '../features/session/guards.tsx';
import { LoginForm } from '../features/session/LoginForm.tsx';
import { nextSearch } from '../lib/addresses.ts';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/login')({
  validateSearch: nextSearch,
  loaderDeps: ({ search: { next } }) => ({ next }),
  loader: without(members),
  head: () => pageHead('Login', 'Log in to post your rated photos to the Footnote leaderboard.'),
  pendingComponent: SessionPending,
  component: LoginPage,
});

function LoginPage() {
  const { next } = Route.useSearch();
  const isChecking = useLateRedirect(members, next);
  return <LoginForm next={next} isChecking={isChecking} />;
}
