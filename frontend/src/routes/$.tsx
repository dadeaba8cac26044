import { createFileRoute, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import * as v from 'valibot';
import { NotFound } from '../features/layout/ErrorPages.tsx';
import { isBackOfficeLogin } from '../lib/back-office.ts';
import { backOfficeHead, pageHead } from '../lib/page.ts';

const BackOfficeLogin = lazy(() =>
  import('../features/back-office/session/Login.tsx').then((module) => ({ default: module.Login })),
);

/** The token of a mailed or printed link. */
const token = v.optional(v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), ''));

export const Route = createFileRoute('/$')({
  // Links to the login of the back office carry an invitation, or the reset of a login.
  validateSearch: v.object({ invitation: token, reset: token }),
  head: ({ match }) =>
    isBackOfficeLogin(match.pathname)
      ? backOfficeHead('Sign In')
      : pageHead('Page not found', 'There is nothing at this address.'),
  component: Unknown,
});

/** The login of the back office where the server says that this is its address; else there is no such page. */
function Unknown() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { invitation, reset } = Route.useSearch();
  if (!isBackOfficeLogin(pathname)) return <NotFound />;
  return (
    <Suspense>
      <BackOfficeLogin invitation={invitation} reset={reset} />
    </Suspense>
  );
}
