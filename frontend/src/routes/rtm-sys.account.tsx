import { createFileRoute } from '@tanstack/react-router';
import { OwnLogin } from '../features/back-office/own-login/OwnLogin.tsx';
import { pageHead, unlisted } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/account')({
  head: () => unlisted(pageHead('Your Login · Back Office', 'For people who look after the site.')),
  component: OwnLogin,
});
