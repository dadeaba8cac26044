import { createFileRoute } from '@tanstack/react-router';
import { ComesLater } from '../features/back-office/layout/ComesLater.tsx';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/statistics')({
  head: () => unlisted(pageHead('Statistics · Back Office', 'For people who look after the site.')),
  component: () => (
    <ComesLater title="Statistics" text="Figures about posts, ratings, people and money will stand here." />
  ),
});
