import { createFileRoute } from '@tanstack/react-router';
import { ComesLater } from '../features/back-office/layout/ComesLater.tsx';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/users')({
  head: () => unlisted(pageHead('Users · Back Office', 'For people who look after the site.')),
  component: () => <ComesLater title="Users" text="It is being built." />,
});
