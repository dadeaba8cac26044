import { createFileRoute, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { NotFound } from '../features/layout/ErrorPages.tsx';
import { isBackOfficeLogin } from '../lib/back-office.ts';
import { pageHead, unlisted } from '../lib/page.ts';

const BackOfficeLogin = lazy(() =>
  import('../features/back-office/session/Login.tsx').then((module) => ({ default: module.Login })),
);

export const Route = createFileRoute('/$')({
  head: ({ match }) =>
    isBackOfficeLogin(match.pathname)
      ? unlisted(pageHead('Sign In', 'For people who look after the site.'))
      : pageHead('Page not found', 'There is nothing at this address.'),
  component: Unknown,
});

/** The login of the back office where the server says that this is its address; else there is no such page. */
function Unknown() {
  const pathname = useLocation({ select: (location) => location.pathname });
  if (!isBackOfficeLogin(pathname)) return <NotFound />;
  return (
    <Suspense>
      <BackOfficeLogin />
    </Suspense>
  );
}
