import { createFileRoute } from '@tanstack/react-router';
import { RegisterForm } from '../features/session/RegisterForm.tsx';
import { nextSearch } from '../features/session/next-search.ts';
import { SessionPending } from '../features/session/SessionPending.tsx';
import { visitorsOnly } from '../features/session/visitors-only.ts';
import { pageHead } from '../lib/page-head.ts';

export const Route = createFileRoute('/register')({
  validateSearch: nextSearch,
  loaderDeps: ({ search: { next } }) => ({ next }),
  loader: visitorsOnly,
  head: () => pageHead('Register', 'Create a Footnote account under a made-up name.'),
  pendingComponent: SessionPending,
  component: RegisterPage,
});

function RegisterPage() {
  return <RegisterForm next={Route.useSearch().next} />;
}
