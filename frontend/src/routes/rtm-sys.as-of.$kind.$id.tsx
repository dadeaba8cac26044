import { createFileRoute, notFound } from '@tanstack/react-router';
import { NotFound } from '../features/layout/ErrorPages.tsx';
import { AsOfPage } from '../features/back-office/as-of/AsOfPage.tsx';
import { isAsOfKind } from '../features/back-office/subjects/as-of-kinds.ts';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/as-of/$kind/$id')({
  // A position is a number in the address.
  validateSearch: (parameters: Record<string, unknown>): { at?: string | undefined } => {
    const { at } = listSearch(parameters);
    return at === undefined ? {} : { at };
  },
  head: () => backOfficeHead('As It Was · Back Office'),
  notFoundComponent: NotFound,
  component: Page,
});

function Page() {
  const { kind, id } = Route.useParams();
  const { at } = Route.useSearch();
  if (!isAsOfKind(kind)) throw notFound();
  return <AsOfPage key={`${kind} ${id}`} kind={kind} id={id} at={at} />;
}
