import { useSession } from '../session/session.queries.ts';
import { DeletionSection } from './DeletionSection.tsx';
import { ExportSection } from './ExportSection.tsx';
import { Identity } from './Identity.tsx';
import { MailSwitches } from './MailSwitches.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SecurityTips } from './SecurityTips.tsx';
import { SessionList } from './SessionList.tsx';
import { SettingsNav } from './SettingsNav.tsx';

const sections = [
  { anchor: 'account', text: 'Account' },
  { anchor: 'mails', text: 'Emails' },
  { anchor: 'password', text: 'Password' },
  { anchor: 'tips', text: 'Security' },
  { anchor: 'sessions', text: 'Sessions' },
  { anchor: 'export', text: 'Export' },
  { anchor: 'deletion', text: 'Delete' },
] as const;

/** Everything about the account that others do not see. */
export function AccountSettings() {
  const { user } = useSession();
  // While somebody who has just signed out is led home.
  if (!user) return null;
  return (
    <div className="mx-auto grid max-w-3xl gap-x-10 px-4 pt-10 pb-16 sm:px-6 sm:pt-14 lg:max-w-5xl lg:grid-cols-[10rem_minmax(0,1fr)]">
      <h1 tabIndex={-1} className="text-4xl sm:text-5xl lg:col-start-2">
        Account Settings
      </h1>
      <div className="mt-6 lg:mt-8">
        <SettingsNav sections={sections} />
      </div>
      <div className="mt-8 min-w-0 space-y-6">
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
