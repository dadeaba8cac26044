import { createFileRoute } from '@tanstack/react-router';
import { StatisticsPage } from '../features/back-office/statistics/StatisticsPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/statistics')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Statistics · Back Office'),
  component: StatisticsPage,
});
