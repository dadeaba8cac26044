import { createFileRoute } from '@tanstack/react-router';
import { PastBoardPage } from '../features/back-office/as-of/PastBoardPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/as-of/board')({
  // A position is a number in the address.
  validateSearch: (parameters: Record<string, unknown>): { at?: string | undefined } => {
    const { at } = listSearch(parameters);
    return at === undefined ? {} : { at };
  },
  head: () => backOfficeHead('The Board as It Was · Back Office'),
  component: Page,
});

function Page() {
  const { at } = Route.useSearch();
  return <PastBoardPage at={at} />;
}
