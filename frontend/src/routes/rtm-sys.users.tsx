import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '../features/back-office/users/UsersPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/users')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Users · Back Office'),
  component: UsersPage,
});
