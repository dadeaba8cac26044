import { createFileRoute } from '@tanstack/react-router';
import { Projections } from '../features/back-office/projections/ProjectionsPage.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/projections')({
  ...adminPage('Projections'),
  component: Projections,
});
