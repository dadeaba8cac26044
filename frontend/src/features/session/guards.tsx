import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect, useHydrated, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import type { User } from '../../api/generated/schema.d.ts';
import { isAnswered } from '../../api/ssr-state.ts';
import { sessionQuery } from '../../api/session.ts';
import { Spinner } from '../../components/Button.tsx';
import { Panel, StartAtTop } from '../../components/Panel.tsx';
import { toast } from '../../components/toast.ts';

/** Replaces a page during the session check. */
export function SessionPending() {
  return (
    <Panel>
      <StartAtTop />
      <p role="status" className="flex items-center gap-3 text-lg text-soft">
        <Spinner /> One moment…
      </p>
    </Panel>
  );
}

interface VisitorsPanelProps {
  /** Whether the session is still being checked. */
  isChecking: boolean;
  children: ReactNode;
}

/**
 * The sheet of a form for visitors. Until the session is known, people who are probably signed in see a spinner in place of
 * the form, and in the same space.
 */
export function VisitorsPanel({ isChecking, children }: VisitorsPanelProps) {
  return (
    <Panel className={isChecking ? 'member:*:invisible' : ''}>
      {isChecking && (
        <p
          role="status"
          className="visible! absolute hidden items-center gap-3 text-lg text-soft member:flex"
        >
          <Spinner /> One moment…
        </p>
      )}
      {children}
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

/** The loader of a page for signed-in people that reads nothing in advance. */
export const forMembers = { handler: membersOnly, staleReloadMode: 'blocking' } as const;

/** Whether a page sends this person away, and says why if it is not obvious. */
type SendsAway = (user: User) => boolean;

/** A page for visitors sends all signed-in people away. */
export const members: SendsAway = () => true;

/** The registration sends people with a verified address away. Those without one stay, as they may have to correct it. */
export const registered: SendsAway = ({ emailVerified }) => {
  if (emailVerified) {
    toast({ title: 'You are logged in', description: 'Log out first to register another account.' });
  }
  return emailVerified;
};

interface VisitorsOnlyContext {
  context: { queryClient: QueryClient };
  /** Where signed-in people are redirected; by default to the home page. */
  deps: { next?: string | undefined };
}

/**
 * The loader of a page that sends some people away after the session check. It runs only on entry, so that somebody who
 * signs in on the page still sees its result. A page that the server has rendered is there already: see
 * {@link useLateRedirect}.
 */
export const without = (sendsAway: SendsAway) =>
  ({
    handler: async ({ context, deps }: VisitorsOnlyContext): Promise<void> => {
      if (isAnswered()) return;
      const user = await context.queryClient.ensureQueryData(sessionQuery);
      if (user && sendsAway(user)) throw redirect({ href: deps.next ?? '/' });
    },
    // An earlier visit of the page must not be shown first.
    staleReloadMode: 'blocking',
  }) as const;

/**
 * Does the work of {@link without} on a page that the server has rendered, as soon as the session is known. Returns whether
 * it is still being checked.
 */
export function useLateRedirect(sendsAway: SendsAway, next: string | undefined): boolean {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const [isChecking, setChecking] = useState(!isHydrated);
  useEffect(() => {
    if (!isChecking) return undefined;
    let isHere = true;
    void queryClient.ensureQueryData(sessionQuery).then((user) => {
      if (!isHere) return;
      if (user && sendsAway(user)) void navigate({ href: next ?? '/', replace: true });
      else setChecking(false);
    });
    return () => {
      isHere = false;
    };
  }, [isChecking, queryClient, navigate, sendsAway, next]);
  return isChecking;
}
