import { createFileRoute } from '@tanstack/react-router';
import { Unsubscribe } from '../features/session/Unsubscribe.tsx';
import { tokenSearch } from '../lib/addresses.ts';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/unsubscribe')({
  validateSearch: tokenSearch,
  head: () => pageHead('Unsubscribe', 'Choose the mails that Footnote no longer sends you.'),
  component: UnsubscribePage,
});

function UnsubscribePage() {
  return <Unsubscribe token={Route.useSearch().token} />;
}
