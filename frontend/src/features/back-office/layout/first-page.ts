import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { adminQuery } from '../session/admin.queries.ts';
import { openTo, sections } from './sections.ts';

/** Leads a signed-in admin to the first page of the sidebar. */
export async function toFirstPage({
  context: { queryClient },
}: {
  context: { queryClient: QueryClient };
}): Promise<void> {
  const admin = await queryClient.ensureQueryData(adminQuery);
  const [first] = openTo<(typeof sections)[number]>(sections, admin?.role);
  if (first) throw redirect({ to: first.to, replace: true });
}
