import { createFileRoute } from '@tanstack/react-router';
import { ReconciliationPage } from '../features/back-office/payments/ReconciliationPage.tsx';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/payments_/reconciliation_/$id')({
  head: () => backOfficeHead('Comparison · Back Office'),
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  return <ReconciliationPage key={id} id={id} />;
}
