import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '../features/back-office/table/ListPage.tsx';
import { userActs } from '../features/back-office/users/user-acts.tsx';
import { users } from '../features/back-office/users/users-list.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/users')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Users · Back Office'),
  component: () => <ListPage title="Users" hasTabs list={users} noun="user" acts={userActs} />,
});
