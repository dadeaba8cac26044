import { createFileRoute } from '@tanstack/react-router';
import { PaymentTabs } from '../features/back-office/payments/PaymentsPage.tsx';
import { reconciliations } from '../features/back-office/payments/reconciliations-list.tsx';
import { ListPage } from '../features/back-office/table/ListPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/reconciliation')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Reconciliation · Back Office'),
  component: () => (
    <ListPage
      title="Reconciliation"
      intro="Each comparison of Stripe with the event log."
      top={<PaymentTabs />}
      list={reconciliations}
      noun="comparison"
    />
  ),
});
