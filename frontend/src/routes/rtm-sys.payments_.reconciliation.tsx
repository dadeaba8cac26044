import { createFileRoute } from '@tanstack/react-router';
import { Reconciliations } from '../features/back-office/payments/reconciliation.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/payments_/reconciliation')({
  ...adminPage('Reconciliation'),
  component: Reconciliations,
});
