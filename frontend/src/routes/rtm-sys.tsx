import { createFileRoute } from '@tanstack/react-router';
import { Layout } from '../features/back-office/layout/Layout.tsx';
import { NotFound } from '../features/layout/ErrorPages.tsx';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys')({
  // Imported here, so that visitors do not load the back office.
  beforeLoad: async (page) => (await import('../features/back-office/session/guard.ts')).adminsOnly(page),
  head: () => unlisted(pageHead('Back Office', 'For people who look after the site.')),
  notFoundComponent: NotFound,
  component: Layout,
});
