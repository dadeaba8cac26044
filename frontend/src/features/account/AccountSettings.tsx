import { useSession } from '../session/session.queries.ts';
import { DeletionSection } from './DeletionSection.tsx';
import { ExportSection } from './ExportSection.tsx';
import { Identity } from './Identity.tsx';
import { MailSwitches } from './MailSwitches.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SecurityTips } from './SecurityTips.tsx';
import { SessionList } from './SessionList.tsx';

/** Everything about the account that others do not see. */
export function AccountSettings() {
  const { user } = useSession();
  // While somebody who has just signed out is led home.
  if (!user) return null;
  return (
    <div className="mx-auto max-w-3xl px-4 pt-10 pb-16 sm:px-6 sm:pt-14">
      <h1 tabIndex={-1} className="text-4xl sm:text-5xl">
        Account Settings
      </h1>
      <div className="mt-8 space-y-6">
        <Identity user={user} />
        <MailSwitches user={user} />
        <PasswordForm />
        <SecurityTips />
        <SessionList />
        <ExportSection />
        <DeletionSection user={user} />
      </div>
    </div>
  );
}
