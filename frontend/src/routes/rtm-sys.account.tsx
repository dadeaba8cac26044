import { createFileRoute } from '@tanstack/react-router';
import { AccountSettings } from '../features/back-office/account/AccountSettings.tsx';
import { adminPage } from '../lib/page.ts';

export const Route = createFileRoute('/rtm-sys/account')({
  ...adminPage('Your Login'),
  component: AccountSettings,
});
