import { createFileRoute } from '@tanstack/react-router';
import { QueuePage } from '../features/back-office/review/QueuePage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/queue')({
  validateSearch: listSearch,
  head: () => unlisted(pageHead('Review Queue · Back Office', 'For people who look after the site.')),
  component: QueuePage,
});
