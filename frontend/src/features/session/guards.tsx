import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { sessionQuery } from '../../api/session.ts';
import { Spinner } from '../../components/Button.tsx';
import { Panel } from '../../components/Panel.tsx';

/** Stands in place of a form for visitors while it is not known yet whether this is one. */
export function SessionPending() {
  return (
    <Panel>
      <p role="status" className="flex items-center gap-3 text-lg text-soft">
        <Spinner /> One moment…
      </p>
    </Panel>
  );
}

interface MembersOnlyContext {
  context: { queryClient: QueryClient };
  location: ParsedLocation;
}

/** For the loader of a page of signed-in people: sends visitors to log in, which leads them back. */
export async function membersOnly({ context, location }: MembersOnlyContext): Promise<void> {
  const user = await context.queryClient.ensureQueryData(sessionQuery);
  if (!user) throw redirect({ to: '/login', search: { next: location.href } });
}

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
