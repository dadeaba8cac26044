import { createFileRoute } from '@tanstack/react-router';
import { ComesLater } from '../features/back-office/layout/ComesLater.tsx';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/post/$id')({
  head: () => unlisted(pageHead('Post · Back Office', 'For people who look after the site.')),
  component: () => <ComesLater title="Post" text="Everything that is known of a post will stand here." />,
});
