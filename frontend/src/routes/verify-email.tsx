import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { VerifyEmail } from '../features/session/VerifyEmail.tsx';
import { pageHead } from '../lib/page-head.ts';

export const Route = createFileRoute('/verify-email')({
  // A token of digits alone is read from the address as a number.
  validateSearch: v.object({
    token: v.optional(v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), '')),
  }),
  head: () => pageHead('Verify Email', 'Verify the email address of your Footnote account.'),
  component: Verify,
});

function Verify() {
  return <VerifyEmail token={Route.useSearch().token} />;
}
