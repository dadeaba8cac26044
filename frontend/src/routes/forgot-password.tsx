import { createFileRoute } from '@tanstack/react-router';
import { ForgotPassword } from '../features/session/ForgotPassword.tsx';
import { pageHead } from '../lib/page.ts';

export const Route = createFileRoute('/forgot-password')({
  head: () => pageHead('Forgot Password', 'Get a link by mail that sets a new Footnote password.'),
  component: ForgotPassword,
});
