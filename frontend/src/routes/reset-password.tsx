import { createFileRoute } from '@tanstack/react-router';
import { ResetPassword } from '../features/session/ResetPassword.tsx';
import { tokenSearch } from '../lib/addresses.ts';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/reset-password')({
  validateSearch: tokenSearch,
  head: () => pageHead('Reset Password', 'Set a new password for your Footnote account.'),
  component: ResetPage,
});

function ResetPage() {
  return <ResetPassword token={Route.useSearch().token} />;
}
