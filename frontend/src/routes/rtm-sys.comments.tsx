import { createFileRoute } from '@tanstack/react-router';
import { commentActs } from '../features/back-office/comments/comment-acts.ts';
import { comments } from '../features/back-office/comments/comments-list.tsx';
import { ListPage } from '../features/back-office/table/ListPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/comments')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Comments · Back Office'),
  component: () => <ListPage title="Comments" hasTabs list={comments} noun="comment" acts={commentActs} />,
});
