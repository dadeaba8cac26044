import { PageTitle } from '../layout/PageTitle.tsx';
import { AuthenticatorApp } from './AuthenticatorApp.tsx';
import { OwnPassword } from './OwnPassword.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { Passkeys } from './Passkeys.tsx';

/** What an admin signs in with, and where they are signed in. */
export function OwnLogin() {
  return (
    <div className="max-w-3xl">
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
