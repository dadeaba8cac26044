import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { Unsubscribe } from '../features/session/Unsubscribe.tsx';
import { pageHead } from '../lib/page-head.ts';

export const Route = createFileRoute('/unsubscribe')({
  // A token of digits alone is read from the address as a number.
  validateSearch: v.object({
    token: v.optional(v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), '')),
  }),
  head: () => pageHead('Unsubscribe', 'Choose which mails Footnote sends you no more.'),
  component: UnsubscribePage,
});

function UnsubscribePage() {
  return <Unsubscribe token={Route.useSearch().token} />;
}
