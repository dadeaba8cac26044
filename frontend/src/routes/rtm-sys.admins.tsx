import { createFileRoute } from '@tanstack/react-router';
import { AdminsPage } from '../features/back-office/admins/AdminsPage.tsx';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/admins')({
  head: () => backOfficeHead('Admins · Back Office'),
  component: AdminsPage,
});
