import { createFileRoute } from '@tanstack/react-router';
import { Layout } from '../features/back-office/Layout.tsx';
import { NotFound } from '../features/layout/ErrorPages.tsx';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys')({
  // Imported here, so that visitors do not load the back office.
  beforeLoad: async (page) => (await import('../features/back-office/layout/guard.ts')).adminsOnly(page),
  head: () => backOfficeHead('Back Office'),
  notFoundComponent: NotFound,
  component: Layout,
});
