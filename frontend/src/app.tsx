import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { RouteError } from './features/layout/ErrorPages.tsx';
import { parseSearch, stringifySearch } from './lib/addresses.ts';
import { routeTree } from './routeTree.gen.ts';

/**
 * The site with a cache of its own, for the browser, or for one page on the server.
 * @param history on the server, which has no address bar: the address of the page
 */
export function createApp(history?: RouterHistory) {
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
  const router = createRouter({
    routeTree,
    ...(history && { history }),
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The query cache decides what is fresh: the router always asks it.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultErrorComponent: RouteError,
    // On the server it would write an inline script.
    scrollRestoration: !import.meta.env.SSR,
  });
  const app = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
  return { queryClient, router, app };
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createApp>['router'];
  }
}
