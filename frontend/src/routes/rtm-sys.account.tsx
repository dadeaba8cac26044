import { createFileRoute } from '@tanstack/react-router';
import { OwnLogin } from '../features/back-office/own-login/OwnLogin.tsx';
import { backOfficeHead } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/account')({
  head: () => backOfficeHead('Your Login · Back Office'),
  component: OwnLogin,
});
