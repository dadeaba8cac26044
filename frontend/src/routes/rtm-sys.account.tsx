import { createFileRoute } from '@tanstack/react-router';
import { PageTitle } from '../features/back-office/layout/PageTitle.tsx';
import { AuthenticatorApp } from '../features/back-office/own-login/AuthenticatorApp.tsx';
import { OwnPassword } from '../features/back-office/own-login/OwnPassword.tsx';
import { OwnSessions } from '../features/back-office/own-login/OwnSessions.tsx';
import { Passkeys } from '../features/back-office/own-login/Passkeys.tsx';
import { backOfficeHead } from '../lib/page.ts';

/** What an admin signs in with, and where they are signed in. */
function OwnLogin() {
  return (
    <div className="max-w-reading">
      <PageTitle>Your Login</PageTitle>
      <div className="space-y-6">
        <AuthenticatorApp />
        <Passkeys />
        <OwnPassword />
        <OwnSessions />
      </div>
    </div>
  );
}

export const Route = createFileRoute('/rtm-sys/account')({
  head: () => backOfficeHead('Your Login · Back Office'),
  component: OwnLogin,
});
