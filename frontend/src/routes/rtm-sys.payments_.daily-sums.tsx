import { createFileRoute } from '@tanstack/react-router';
import { DailySumsPage } from '../features/back-office/payments/DailySumsPage.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/payments_/daily-sums')({
  ...adminPage('Daily Sums'),
  component: DailySumsPage,
});
