import { createFileRoute, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import * as v from 'valibot';
import { NotFound } from '../features/layout/ErrorPages.tsx';
import { isBackOfficeLogin } from '../lib/back-office.ts';
import { backOfficeHead, pageHead } from '../lib/page.ts';

const BackOfficeLogin = lazy(() =>
  import('../features/back-office/session/Login.tsx').then((module) => ({ default: module.Login })),
);

export const Route = createFileRoute('/$')({
  // Mailed links to the login of the back office carry an invitation.
  validateSearch: v.object({
    invitation: v.optional(v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), '')),
  }),
  head: ({ match }) =>
    isBackOfficeLogin(match.pathname)
      ? backOfficeHead('Sign In')
      : pageHead('Page not found', 'There is nothing at this address.'),
  component: Unknown,
});

/** The login of the back office where the server says that this is its address; else there is no such page. */
function Unknown() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { invitation } = Route.useSearch();
  if (!isBackOfficeLogin(pathname)) return <NotFound />;
  return (
    <Suspense>
      <BackOfficeLogin invitation={invitation} />
    </Suspense>
  );
}
