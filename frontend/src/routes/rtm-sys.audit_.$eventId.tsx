import { createFileRoute } from '@tanstack/react-router';
import { EventPage } from '../features/back-office/audit/EventPage.tsx';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/audit_/$eventId')({
  head: () => backOfficeHead('Event · Back Office'),
  component: Page,
});

function Page() {
  const { eventId } = Route.useParams();
  return <EventPage key={eventId} id={eventId} />;
}
