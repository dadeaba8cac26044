import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { adminQuery } from '../features/back-office/session/admin.queries.ts';
import { ListPage } from '../features/back-office/table/ListPage.tsx';
import { userActs } from '../features/back-office/users/user-acts.tsx';
import { users } from '../features/back-office/users/users-list.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/users')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Users · Back Office'),
  component: UsersPage,
});

function UsersPage() {
  const { data: admin } = useQuery(adminQuery);
  const list = admin?.role === 'moderator' ? { ...users, searchLabel: 'Search by name' } : users;
  return <ListPage title="Users" hasTabs list={list} noun="user" acts={userActs} />;
}
