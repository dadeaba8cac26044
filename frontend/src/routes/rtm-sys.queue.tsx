import { createFileRoute } from '@tanstack/react-router';
import { QueuePage } from '../features/back-office/review/queue.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/queue')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Review Queue · Back Office'),
  component: QueuePage,
});
