import { createFileRoute } from '@tanstack/react-router';
import { Statistics } from '../features/back-office/statistics/StatisticsPage.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/statistics')({
  ...adminPage('Statistics'),
  component: Statistics,
});
