import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { AlreadyRegistered } from '../features/session/AlreadyRegistered.tsx';
import { registered, SessionPending, useLateRedirect, without } from '../features/session/guards.tsx';
import { RegisterForm } from '../features/session/RegisterForm.tsx';
import { nextSearch } from '../lib/addresses.ts';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/register')({
  validateSearch: nextSearch,
  loaderDeps: ({ search: { next } }) => ({ next }),
  loader: without(registered),
  head: () => pageHead('Register', 'Create a Footnote account under a made-up name.'),
  pendingComponent: SessionPending,
  component: RegisterPage,
});

function RegisterPage() {
  const { next } = Route.useSearch();
  const { user, isLoading } = useSession();
  // Null for a visitor. Somebody who registers on this page sees the result of that.
  const [atEntry, setAtEntry] = useState<string | null>();
  const isChecking = useLateRedirect(registered, next);
  if (atEntry === undefined && !isLoading) setAtEntry(user?.id ?? null);
  if (user && user.id === atEntry) {
    // A verified person is on the way to the home page.
    return user.emailVerified ? <SessionPending /> : <AlreadyRegistered user={user} />;
  }
  return <RegisterForm next={next} isChecking={isChecking} />;
}
