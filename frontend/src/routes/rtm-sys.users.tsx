import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '../features/back-office/users/UsersPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/users')({
  validateSearch: listSearch,
  head: () => unlisted(pageHead('Users · Back Office', 'For people who look after the site.')),
  component: UsersPage,
});
