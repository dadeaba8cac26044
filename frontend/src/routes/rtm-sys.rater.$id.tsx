import { createFileRoute } from '@tanstack/react-router';
import { RaterPage } from '../features/back-office/raters/RaterPage.tsx';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/rater/$id')({
  head: () => backOfficeHead('Rater · Back Office'),
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  return <RaterPage key={id} id={id} />;
}
