import { createFileRoute } from '@tanstack/react-router';
import { EventPage } from '../features/back-office/audit/EventPage.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/audit_/$eventId')({
  ...adminPage('Event'),
  component: EventPage,
});
