import { createFileRoute } from '@tanstack/react-router';
import { ComesLater } from '../features/back-office/layout/ComesLater.tsx';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/admins')({
  head: () => unlisted(pageHead('Admins · Back Office', 'For people who look after the site.')),
  component: () => <ComesLater title="Admins" text="It is being built." />,
});
