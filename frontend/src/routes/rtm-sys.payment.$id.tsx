import { createFileRoute } from '@tanstack/react-router';
import { PaymentPage } from '../features/back-office/payments/PaymentPage.tsx';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/payment/$id')({
  head: () => backOfficeHead('Payment · Back Office'),
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  return <PaymentPage key={id} id={id} />;
}
