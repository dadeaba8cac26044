import { createFileRoute } from '@tanstack/react-router';
import { ViewPage } from '../features/back-office/projections/ViewPage.tsx';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/projection/$name')({
  head: () => backOfficeHead('View · Back Office'),
  component: Page,
});

function Page() {
  const { name } = Route.useParams();
  return <ViewPage key={name} name={name} />;
}
