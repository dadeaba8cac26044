import { createFileRoute } from '@tanstack/react-router';
import { CommentsPage } from '../features/back-office/comments/CommentsPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/comments')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Comments · Back Office'),
  component: CommentsPage,
});
