import { focusManager } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { actFor } from './api/acting-account.ts';
import { watchInput } from './api/background-requests.ts';
import { answerWith, takeSsrState } from './api/ssr-state.ts';
import { sessionQuery } from './api/session.ts';
import { createApp } from './app.tsx';
import { loadOnFirstAct } from './components/on-demand.tsx';
import { nameMissingParts } from './lib/missing-part.ts';
import { noteOpened } from './lib/offline.ts';
import { dropServedTags } from './lib/page.ts';
import { carryPictures } from './lib/tapped-picture.ts';

const { queryClient, router, app } = createApp();
// The default follows the visibility of the tab only, and a tab beside another window stays visible.
focusManager.setEventListener((look) => {
  const listener = (): void => look();
  window.addEventListener('visibilitychange', listener);
  window.addEventListener('focus', listener);
  return () => {
    window.removeEventListener('visibilitychange', listener);
    window.removeEventListener('focus', listener);
  };
});
nameMissingParts();
loadOnFirstAct();
watchInput(window);
actFor(() => queryClient.getQueryData(sessionQuery.queryKey)?.id);

router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  dropServedTags(fromLocation && pathChanged ? 'all' : 'doubled');
  if (import.meta.env.PROD) noteOpened();
});

carryPictures(router);

const root = document.getElementById('root')!;

/**
 * Keeps the router from scrolling the page of the server, to its top or to where it was left before, if somebody uses it
 * already: what they press would move away from the pointer. See `public/theme.js`.
 */
function leaveInPlace(): void {
  const { pathname } = router.latestLocation;
  // The router asks when it has rendered a page: another one, if a link is faster.
  router.options.scrollRestoration = ({ location }) => {
    router.options.scrollRestoration = true;
    if (location.pathname !== pathname || !('inUse' in document.documentElement.dataset)) return true;
    // It remembers the places of pages that it has seen scroll.
    document.dispatchEvent(new Event('scroll'));
    return false;
  };
}

/** Takes over the page that the server has rendered: its data first, so that the first render is the same. */
async function takeOver(): Promise<void> {
  // The same boundaries as on the server.
  router.ssr = { manifest: undefined };
  // In a task of its own, because the evaluation of the modules has just taken one.
  await new Promise((resolve) => setTimeout(resolve));
  await router.load();
  answerWith(undefined);
  leaveInPlace();
  // In small steps, so that the page stays responsive.
  startTransition(() => void hydrateRoot(root, app));
  listen();
}

/**
 * From here on the router follows the address, and React acts on what is pressed, where it can hydrate that part at once.
 * See `public/theme.js`.
 */
function listen(): void {
  dispatchEvent(new Event('listening'));
}

if (takeSsrState()) void takeOver();
else {
  createRoot(root).render(app);
  listen();
}
