import { createFileRoute } from '@tanstack/react-router';
import { VerifyEmail } from '../features/session/VerifyEmail.tsx';
import { pageHead } from '../lib/page-head.ts';
import { tokenSearch } from '../lib/token-search.ts';

export const Route = createFileRoute('/verify-email')({
  validateSearch: tokenSearch,
  head: () => pageHead('Verify Email', 'Verify the email address of your Footnote account.'),
  component: Verify,
});

function Verify() {
  return <VerifyEmail token={Route.useSearch().token} />;
}
