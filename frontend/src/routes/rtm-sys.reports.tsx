import { createFileRoute } from '@tanstack/react-router';
import { ReportsPage } from '../features/back-office/reports/ReportsPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/reports')({
  validateSearch: listSearch,
  head: () => unlisted(pageHead('Reports · Back Office', 'For people who look after the site.')),
  component: ReportsPage,
});
