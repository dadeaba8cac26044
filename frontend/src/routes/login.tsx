import { createFileRoute } from '@tanstack/react-router';
import { LoginForm } from '../features/session/LoginForm.tsx';
import { pageHead } from '../lib/page-head.ts';

export const Route = createFileRoute('/login')({
  head: () => pageHead('Login', 'Log in to post your rated photos to the Footnote leaderboard.'),
  component: LoginForm,
});
