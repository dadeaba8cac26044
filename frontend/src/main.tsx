import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { actFor } from './api/acting-account.ts';
import { watchAttention } from './api/attention.ts';
import { sessionQuery } from './api/session.ts';
import { loadOnFirstAct } from './components/on-demand.tsx';
import { RouteError } from './features/layout/ErrorPages.tsx';
import { parseSearch, stringifySearch } from './lib/addresses.ts';
import { nameMissingParts } from './lib/missing-part.ts';
import { dropServedTags } from './lib/page.ts';
import { routeTree } from './routeTree.gen.ts';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Offline, a call fails at once and says so. A paused call could run when nobody wants it any more.
      networkMode: 'always',
      staleTime: Infinity,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      refetchInterval: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
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
watchAttention(window);
actFor(() => queryClient.getQueryData(sessionQuery.queryKey)?.id);

const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // The query cache decides what is fresh: the router always asks it.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  dropServedTags(fromLocation && pathChanged ? 'all' : 'doubled');
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
