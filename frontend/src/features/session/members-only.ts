import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { sessionQuery } from './session.queries.ts';

interface MembersOnlyContext {
  context: { queryClient: QueryClient };
  location: ParsedLocation;
}

/** For the loader of a page of signed-in people: sends visitors to log in, which leads them back. */
export async function membersOnly({ context, location }: MembersOnlyContext): Promise<void> {
  const user = await context.queryClient.ensureQueryData(sessionQuery);
  if (!user) throw redirect({ to: '/login', search: { next: location.href } });
}
