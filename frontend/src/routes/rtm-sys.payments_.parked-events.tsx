import { createFileRoute } from '@tanstack/react-router';
import { PaymentTabs } from '../features/back-office/payments/PaymentsPage.tsx';
import { parkedEventActs, parkedEvents } from '../features/back-office/payments/parked-events.tsx';
import { ListPage } from '../features/back-office/table/ListPage.tsx';
import { listSearch } from '../lib/list-search.ts';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/payments_/parked-events')({
  validateSearch: listSearch,
  head: () => backOfficeHead('Parked Events · Back Office'),
  component: () => (
    <ListPage
      title="Parked Events"
      intro="Events of Stripe that could not be acted on, the oldest first."
      top={<PaymentTabs />}
      list={parkedEvents}
      noun="event"
      acts={parkedEventActs}
    />
  ),
});
