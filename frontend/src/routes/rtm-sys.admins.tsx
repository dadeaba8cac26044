import { createFileRoute } from '@tanstack/react-router';
import { AdminsPage } from '../features/back-office/admins/AdminsPage.tsx';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/admins')({
  head: () => unlisted(pageHead('Admins · Back Office', 'For people who look after the site.')),
  component: AdminsPage,
});
