import { createFileRoute } from '@tanstack/react-router';
import { RegisterForm } from '../features/session/RegisterForm.tsx';
import { pageHead } from '../lib/page-head.ts';

export const Route = createFileRoute('/register')({
  head: () => pageHead('Register', 'Create a Footnote account under a made-up name.'),
  component: RegisterForm,
});
