import { createFileRoute } from '@tanstack/react-router';
import { ReconciliationPage } from '../features/back-office/payments/reconciliation.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/payments_/reconciliation_/$id')({
  ...adminPage('Comparison'),
  component: ReconciliationPage,
});
