import { createFileRoute } from '@tanstack/react-router';
import { AppealPage } from '../features/back-office/appeals.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/appeal/$id')({
  ...adminPage('Appeal'),
  component: AppealPage,
});
