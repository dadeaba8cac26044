import { createFileRoute } from '@tanstack/react-router';
import { RaterPage } from '../features/back-office/raters/RaterPage.tsx';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/rater/$id')({
  head: () => unlisted(pageHead('Rater · Back Office', 'For people who look after the site.')),
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  return <RaterPage key={id} id={id} />;
}
