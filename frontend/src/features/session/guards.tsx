import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { sessionQuery } from '../../api/session.ts';
import { Spinner } from '../../components/Button.tsx';
import { Panel } from '../../components/Panel.tsx';
import { toast } from '../../components/toast.ts';

/** Replaces a page during the session check. */
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

/** The loader of a page for signed-in people: redirects visitors to the login, which leads them back. */
export async function membersOnly({ context, location }: MembersOnlyContext): Promise<void> {
  const user = await context.queryClient.ensureQueryData(sessionQuery);
  if (!user) throw redirect({ to: '/login', search: { next: location.href } });
}

interface VisitorsOnlyContext {
  context: { queryClient: QueryClient };
  /** Where signed-in people are redirected; by default to the home page. */
  deps: { next?: string | undefined };
}

/**
 * The loader of a page for visitors: redirects signed-in people after the session check. It runs only on entry, so
 * that somebody who signs in on the page still sees its result.
 */
export const visitorsOnly = {
  handler: async ({ context, deps }: VisitorsOnlyContext): Promise<void> => {
    const user = await context.queryClient.ensureQueryData(sessionQuery);
    if (user) throw redirect({ href: deps.next ?? '/' });
  },
  // An earlier visit of the page must not be shown first.
  staleReloadMode: 'blocking',
} as const;

/**
 * The loader of the registration: redirects people with a verified address and says why. Those without one stay, as
 * they may have to correct it.
 */
export const newcomersOnly = {
  ...visitorsOnly,
  handler: async ({ context, deps }: VisitorsOnlyContext): Promise<void> => {
    const user = await context.queryClient.ensureQueryData(sessionQuery);
    if (!user?.emailVerified) return;
    toast({ title: 'You are logged in', description: 'Log out first to register another account.' });
    throw redirect({ href: deps.next ?? '/' });
  },
} as const;
