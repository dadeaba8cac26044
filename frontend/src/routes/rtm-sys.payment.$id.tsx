import { createFileRoute } from '@tanstack/react-router';
import { PaymentPage } from '../features/back-office/payments/PaymentPage.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/payment/$id')({
  ...adminPage('Payment'),
  component: PaymentPage,
});
