import { createFileRoute } from '@tanstack/react-router';
import { PostsPage } from '../features/back-office/posts/PostsPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/posts')({
  validateSearch: listSearch,
  head: () => unlisted(pageHead('Posts · Back Office', 'For people who look after the site.')),
  component: PostsPage,
});
