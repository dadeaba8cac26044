import { createFileRoute } from '@tanstack/react-router';
import { SessionPending, visitorsOnly } from '../features/session/guards.tsx';
import { RegisterForm } from '../features/session/RegisterForm.tsx';
import { nextSearch } from '../lib/addresses.ts';
import { pageHead } from '../lib/page.ts';

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
