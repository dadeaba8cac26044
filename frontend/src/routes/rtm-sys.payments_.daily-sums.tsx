import { createFileRoute } from '@tanstack/react-router';
import { DailySumsPage } from '../features/back-office/payments/DailySumsPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/payments_/daily-sums')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Daily Sums · Back Office'),
  component: DailySumsPage,
});
