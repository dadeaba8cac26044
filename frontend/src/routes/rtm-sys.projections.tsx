import { createFileRoute } from '@tanstack/react-router';
import { ProjectionsPage } from '../features/back-office/projections/ProjectionsPage.tsx';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/projections')({
  head: () => backOfficeHead('Projections · Back Office'),
  component: ProjectionsPage,
});
