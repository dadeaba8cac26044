import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { AlreadyRegistered } from '../features/session/AlreadyRegistered.tsx';
import { newcomersOnly, SessionPending } from '../features/session/guards.tsx';
import { RegisterForm } from '../features/session/RegisterForm.tsx';
import { nextSearch } from '../lib/addresses.ts';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/register')({
  validateSearch: nextSearch,
  loaderDeps: ({ search: { next } }) => ({ next }),
  loader: newcomersOnly,
  head: () => pageHead('Register', 'Create a Footnote account under a made-up name.'),
  pendingComponent: SessionPending,
  component: RegisterPage,
});

function RegisterPage() {
  const { next } = Route.useSearch();
  const { user } = useSession();
  // Somebody who registers on this page sees the result of that.
  const [atEntry] = useState(user?.id);
  if (user && user.id === atEntry) return <AlreadyRegistered user={user} />;
  return <RegisterForm next={next} />;
}
