import { createFileRoute } from '@tanstack/react-router';
import { ReportsPage } from '../features/back-office/reports/ReportsPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/reports')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Reports · Back Office'),
  component: ReportsPage,
});
