import { createFileRoute } from '@tanstack/react-router';
import { PaymentsPage } from '../features/back-office/payments/PaymentsPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/payments')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Payments · Back Office'),
  component: PaymentsPage,
});
