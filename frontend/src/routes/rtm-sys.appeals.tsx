import { createFileRoute } from '@tanstack/react-router';
import { appeals } from '../features/back-office/appeals/appeals-list.tsx';
import { ListPage } from '../features/back-office/table/ListPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/appeals')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Appeals · Back Office'),
  component: () => (
    <ListPage
      title="Appeals"
      intro="Another admin than the one who decided looks at it again."
      list={appeals}
      noun="appeal"
    />
  ),
});
