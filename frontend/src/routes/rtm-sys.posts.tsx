import { createFileRoute } from '@tanstack/react-router';
import { PostsPage } from '../features/back-office/posts/PostsPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/posts')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Posts · Back Office'),
  component: PostsPage,
});
