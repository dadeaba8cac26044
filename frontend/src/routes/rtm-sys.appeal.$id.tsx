import { createFileRoute } from '@tanstack/react-router';
import { AppealPage } from '../features/back-office/appeals/AppealPage.tsx';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/appeal/$id')({
  head: () => backOfficeHead('Appeal · Back Office'),
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  return <AppealPage key={id} id={id} />;
}
