import { createFileRoute } from '@tanstack/react-router';
import { ReconciliationsPage } from '../features/back-office/payments/ReconciliationPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/payments_/reconciliation')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Reconciliation · Back Office'),
  component: ReconciliationsPage,
});
