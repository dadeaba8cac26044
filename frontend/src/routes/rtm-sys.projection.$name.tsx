import { createFileRoute } from '@tanstack/react-router';
import { ViewPage } from '../features/back-office/projections/ViewPage.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/projection/$name')({
  ...adminPage('View'),
  component: ViewPage,
});
