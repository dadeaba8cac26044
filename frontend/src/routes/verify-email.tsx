import { createFileRoute } from '@tanstack/react-router';
import { VerifyEmail } from '../features/session/VerifyEmail.tsx';
import { tokenSearch } from '../lib/addresses.ts';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/verify-email')({
  validateSearch: tokenSearch,
  head: () => pageHead('Verify Email', 'Verify the email address of your Footnote account.'),
  component: Verify,
});

function Verify() {
  return <VerifyEmail token={Route.useSearch().token} />;
}
