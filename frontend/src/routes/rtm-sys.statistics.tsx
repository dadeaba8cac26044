import { createFileRoute } from '@tanstack/react-router';
import { ComesLater } from '../features/back-office/layout/ComesLater.tsx';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/statistics')({
  head: () => backOfficeHead('Statistics · Back Office'),
  component: () => (
    <ComesLater title="Statistics" text="Figures about posts, ratings, people and money will stand here." />
  ),
});
