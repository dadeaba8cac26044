import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { sessionQuery } from './session.queries.ts';

interface VisitorsOnlyContext {
  context: { queryClient: QueryClient };
  /** Where whoever is signed in goes on; home when there is no such place. */
  deps: { next?: string | undefined };
}

/**
 * The loader of a page that is for visitors only: sends on whoever is signed in, once the session's check has told. It
 * asks on the way in alone, so that somebody who signs in on the page itself is not sent away from what it says then.
 */
export const visitorsOnly = {
  handler: async ({ context, deps }: VisitorsOnlyContext): Promise<void> => {
    const user = await context.queryClient.ensureQueryData(sessionQuery);
    if (user) throw redirect({ href: deps.next ?? '/' });
  },
  // The page of a visit before must not show up first.
  staleReloadMode: 'blocking',
} as const;
