import { createFileRoute } from '@tanstack/react-router';
import { boosts, ReceiptButton } from '../features/back-office/boosts/boosts-list.tsx';
import { ListPage } from '../features/back-office/table/ListPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/boosts')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Boosts · Back Office'),
  component: () => (
    <ListPage
      title="Boosts"
      hasTabs
      list={boosts}
      noun="boost"
      more={(boost) => <ReceiptButton boost={boost} />}
    />
  ),
});
