import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { sessionQuery } from './session.queries.ts';

/**
 * The loader of a page that is for visitors only: sends home whoever is signed in, once the session's check has told. It
 * asks on the way in alone, so that somebody who signs in on the page itself is not sent away from what it says then.
 */
export const visitorsOnly = {
  handler: async ({ context }: { context: { queryClient: QueryClient } }): Promise<void> => {
    const user = await context.queryClient.ensureQueryData(sessionQuery);
    if (user) throw redirect({ to: '/' });
  },
  // The page of a visit before must not show up first.
  staleReloadMode: 'blocking',
} as const;
