import { createFileRoute } from '@tanstack/react-router';
import { ComesLater } from '../features/back-office/layout/ComesLater.tsx';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/payments')({
  head: () => backOfficeHead('Payments · Back Office'),
  component: () => <ComesLater title="Payments" text="Payments, refunds and disputes will be listed here." />,
});
