import type { QueryClient } from '@tanstack/react-query';
import { notFound, type ParsedLocation, redirect } from '@tanstack/react-router';
import { adminQuery, entryQuery } from '../session/admin.queries.ts';
import { openTo, sections } from './sections.ts';

/** The page of an admin's own login, the only one that is open before an authenticator app is connected. */
const OWN_LOGIN = '/rtm-sys/account';

interface GuardContext {
  context: { queryClient: QueryClient };
  location: ParsedLocation;
}

/**
 * Leads those who are not signed in to the login, or to the page for unknown addresses if they may not know where the
 * login is. Leads admins who must connect an authenticator app to their own login.
 */
export async function adminsOnly({ context: { queryClient }, location }: GuardContext): Promise<void> {
  const admin = await queryClient.ensureQueryData(adminQuery);
  if (!admin) {
    const login = await queryClient.fetchQuery({ ...entryQuery, staleTime: 0 });
    if (login === null) throw notFound();
    // Only the server knows the page of the login.
    throw redirect({ href: login, reloadDocument: true });
  }
  if (admin.mustEnrolTotp && location.pathname !== OWN_LOGIN) throw redirect({ to: OWN_LOGIN });
}

/** Leads a signed-in admin to the first page of the sidebar. */
export async function toFirstPage({
  context: { queryClient },
}: Pick<GuardContext, 'context'>): Promise<void> {
  const admin = await queryClient.ensureQueryData(adminQuery);
  const [first] = openTo<(typeof sections)[number]>(sections, admin?.role);
  if (first) throw redirect({ to: first.to, replace: true });
}
