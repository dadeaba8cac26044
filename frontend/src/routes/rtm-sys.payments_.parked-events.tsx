import { createFileRoute } from '@tanstack/react-router';
import { ParkedEvents } from '../features/back-office/payments/parked-events.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/payments_/parked-events')({
  ...adminPage('Parked Events'),
  component: ParkedEvents,
});
