import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  type RouterState,
  useHydrated,
  useRouter,
  useRouterState,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery, useSession } from '../api/session.ts';
import { apart } from '../components/on-demand.tsx';
import { Toaster } from '../components/Toaster.tsx';
import { AgeGate } from '../features/age-gate/AgeGate.tsx';
import { BottomBar } from '../features/layout/BottomBar.tsx';
import { Footer } from '../features/layout/Footer.tsx';
import { Header } from '../features/layout/Header.tsx';
import { LiveUpdates } from '../features/live/LiveUpdates.tsx';
import { ChosenScore } from '../features/post/ChosenScore.tsx';
import { SessionWatch } from '../features/session/SessionWatch.tsx';
import { ownOrigin } from '../lib/addresses.ts';
import { isBackOfficeLogin, isInBackOffice } from '../lib/back-office.ts';
import { focusPage, pageHead } from '../lib/page.ts';

/** Whether the page belongs to the back office, which shows nothing of the site around it. */
function isOfficePage({ matches }: RouterState): boolean {
  const { pathname = '' } = matches.at(-1) ?? {};
  if (isBackOfficeLogin(pathname)) return true;
  // To those who may not enter, the back office is an unknown address like any other.
  return isInBackOffice(pathname) && !matches.some(({ status }) => status === 'notFound');
}

function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only top-2 left-2 z-50 rounded-control bg-ink px-4 py-3 font-semibold text-paper focus:not-sr-only focus:fixed focus:px-4 focus:py-3"
    >
      Skip to content
    </a>
  );
}

// A chunk of its own: few people have any.
const AccountBanners = apart(() =>
  import('../features/account/AccountBanners.tsx').then((module) => module.AccountBanners),
);

function OwnBanners() {
  const { user } = useSession();
  return (user?.suspension || user?.deletionDueAt) && <AccountBanners />;
}

/** What is around every page of the site. */
function Site() {
  return (
    <AgeGate>
      <SkipLink />
      <div>
        <Header />
        {/* As high as the window, so that the footer stays below it while a page loads. */}
        <main id="main" tabIndex={-1} className="min-h-dvh">
          <Outlet />
        </main>
        <OwnBanners />
        <Footer />
        <BottomBar />
      </div>
      <LiveUpdates />
      <SessionWatch />
      <ChosenScore />
    </AgeGate>
  );
}

/** An open menu contains the focus; a menu whose item opened the page is already closed. */
const OPEN_MENU = '[role="menu"][data-state="open"]';

/**
 * Moves the focus to the heading of a page that was just opened, for keyboard and screen reader. A change of search
 * parameters alone (a tab, a filter) does not move the focus, and neither does a page change while a menu is open,
 * because the menu would close.
 */
function PageFocus() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return;
        if (!document.activeElement?.closest(OPEN_MENU)) focusPage();
      }),
    [router],
  );
  return null;
}

/** The server writes the head of its pages. */
function Head() {
  return useHydrated() && <HeadContent />;
}

function Root() {
  const isOffice = useRouterState({ select: isOfficePage });
  return (
    <>
      <Head />
      {isOffice ? (
        <>
          <SkipLink />
          <Outlet />
        </>
      ) : (
        <Site />
      )}
      <PageFocus />
      <Toaster />
    </>
  );
}

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: ({ matches }) => ({
    ...pageHead(
      'Footnote',
      'Upload a photo of your own feet, get a playful AI rating out of 10, and put it on the leaderboard.',
    ),
    // Without search parameters: a sorted or searched list is not a page of its own.
    links: [{ rel: 'canonical', href: `${ownOrigin}${matches.at(-1)?.pathname ?? '/'}` }],
  }),
  loader: ({ context, location }) => {
    // The server never knows a person.
    if (import.meta.env.SSR) return;
    if (isInBackOffice(location.pathname) || isBackOfficeLogin(location.pathname)) return;
    // Not awaited: only the account control in the header waits for the answer.
    void context.queryClient.prefetchQuery(sessionQuery);
  },
  component: Root,
});
