import { createFileRoute } from '@tanstack/react-router';
import { Unsubscribe } from '../features/session/Unsubscribe.tsx';
import { tokenSearch } from '../lib/addresses.ts';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/unsubscribe')({
  validateSearch: tokenSearch,
  head: () => pageHead('Unsubscribe', 'Choose which mails Footnote sends you no more.'),
  component: UnsubscribePage,
});

function UnsubscribePage() {
  return <Unsubscribe token={Route.useSearch().token} />;
}
