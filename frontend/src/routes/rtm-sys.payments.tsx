import { createFileRoute } from '@tanstack/react-router';
import { ComesLater } from '../features/back-office/layout/ComesLater.tsx';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/payments')({
  head: () => unlisted(pageHead('Payments · Back Office', 'For people who look after the site.')),
  component: () => <ComesLater title="Payments" text="Payments, refunds and disputes will be listed here." />,
});
