import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, History, ShieldCheck } from 'lucide-react';
import { messageOf } from '../../api/api-error.ts';
import { download } from '../../api/client.ts';
import {
  currentPasswordRules,
  passwordChecklist,
  passwordLengthProblem,
} from '../../api/credential-rules.ts';
import type { User } from '../../api/generated/schema.d.ts';
import { useSession } from '../../api/session.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { AccountName, PasswordField } from '../../components/Field.tsx';
import { Notice, usePassing } from '../../components/Notice.tsx';
import { Section } from '../../components/Section.tsx';
import { useFailureToast } from '../../components/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { DecisionsSection } from '../decisions/DecisionsSection.tsx';
import { ChangePassword } from '../session/ChangePassword.tsx';
import { PendingEmail } from '../session/PendingEmail.tsx';
import { SessionsSection } from '../session/SessionsSection.tsx';
import { type ProofProps, SignInAgain } from '../session/SignInAgain.tsx';
import {
  sessionsQuery,
  useConfirmUser,
  useEndOtherSessions,
  useEndSession,
  useUpdatePassword,
} from './account.queries.ts';
import { DeletionSection } from './DeletionSection.tsx';
import { MailSwitches } from './MailSwitches.tsx';
import { PaymentsSection } from './PaymentsSection.tsx';

/** The email address and the anonymous username. Only an address that is not verified can be changed. */
function Identity({ user }: { user: User }) {
  return (
    <Section title="Your Account" anchor="account">
      <dl className="grid gap-5 sm:grid-cols-2">
        <div className="min-w-0">
          <dt className="font-semibold">Email</dt>
          <dd className="mt-0.5 break-words">{user.email}</dd>
          {!user.emailVerified && (
            <dd className="text-[0.9375rem] font-semibold text-danger">Waiting for verification</dd>
          )}
          <dd className="text-[0.9375rem] text-soft">
            Not public. The site's owners and finance can look it up; each look is recorded.
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="font-semibold">Anonymous username</dt>
          <dd translate="no" className="mt-0.5 break-words">
            {user.anonymousUsername}
          </dd>
          <dd className="text-[0.9375rem] text-soft">
            <span>{user.displayUsername === null ? 'Shown until you' : 'Not shown while you have a'}</span>{' '}
            <Link to="/profile/settings" className="text-link">
              {user.displayUsername === null ? 'choose a display name' : 'display name'}
            </Link>
            .
          </dd>
        </div>
      </dl>
      {!user.emailVerified && (
        <div className="mt-6 max-w-md border-t border-rule pt-6">
          <PendingEmail user={user} />
        </div>
      )}
    </Section>
  );
}

function Password({ user }: { user: User }) {
  return (
    <ChangePassword
      account={user.email}
      update={useUpdatePassword()}
      problemOf={(chosen) => passwordLengthProblem(chosen, 'New password')}
      checklist={passwordChecklist}
    />
  );
}

const tips = [
  'Use a password that you use nowhere else. A password manager makes and remembers one for you.',
  'Long beats complicated: four words that have nothing to do with each other are hard to guess.',
  'We never ask for your password by mail. A mail that does is not from us.',
  'Sign out on devices that you share, and look through the list of sessions now and then.',
];

function SecurityTips() {
  return (
    <Section title="Security Tips" anchor="tips">
      <ul className="space-y-3">
        {tips.map((tip) => (
          <li key={tip} className="flex gap-3">
            <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
            {tip}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Sessions() {
  return (
    <SessionsSection
      intro="Where you are signed in. Ending a session signs it out at once."
      sessions={useQuery(sessionsQuery)}
      end={useEndSession()}
      endOthers={useEndOtherSessions()}
    />
  );
}

function UserProof({ onBusy, onDone }: ProofProps) {
  const { user } = useSession();
  const confirm = useConfirmUser(onBusy);
  const { register, handleSubmit } = useForm({ defaultValues: { password: '' } });
  const send = useSend(confirm, { onSuccess: onDone });
  const submit = handleSubmit(
    ({ password }) => send(password),
    () => confirm.reset(),
  );
  return (
    <form noValidate onSubmit={submit} className="mt-5 space-y-4">
      <AccountName value={user?.email} />
      {confirm.isError && <Notice look="danger">{messageOf(confirm.error)}</Notice>}
      <PasswordField {...register('password', currentPasswordRules)} />
      <Button type="submit" busy={confirm.isPending} className="w-full">
        Continue
      </Button>
    </form>
  );
}

function TimelineSection() {
  return (
    <Section
      title="My Timeline"
      anchor="timeline"
      intro="What you have done here, and what has happened to your posts, payments and account, day by day."
    >
      <Button look="secondary" asChild>
        <Link to="/account/timeline">
          <History aria-hidden className="size-5" />
          Open My Timeline
        </Link>
      </Button>
    </Section>
  );
}

function ExportSection() {
  const failure = useFailureToast();
  const [done, showDone] = usePassing();
  const { mutate, isPending } = useMutation({
    mutationFn: () => download('/api/user/export', 'footnote-export.zip'),
    onSuccess: () => {
      failure.clear();
      showDone('Your data is in your downloads');
    },
    onError: (error) => failure.tell('Download failed', messageOf(error)),
  });
  return (
    <Section
      title="Export My Data"
      anchor="export"
      notice={done}
      intro="A zip file with all data that we store about you: profile, posts with their pictures, ratings, comments, boosts, donations, sessions, and a history of your activity."
    >
      <Button look="secondary" busy={isPending} onClick={() => mutate()}>
        <Download aria-hidden className="size-5" />
        <span>{isPending ? 'Preparing…' : 'Export My Data'}</span>
      </Button>
    </Section>
  );
}

/** Links to the sections of the page: above them on small screens, beside them and always visible on wide ones. */
function SettingsNav({ sections }: { sections: readonly { anchor: string; text: string }[] }) {
  return (
    <nav aria-label="On this page" className="lg:sticky lg:top-8">
      <ul className="flex flex-wrap gap-2 lg:flex-col lg:gap-0 lg:border-l-[1.5px] lg:border-rule">
        {sections.map(({ anchor, text }) => (
          <li key={anchor}>
            <a
              href={`#${anchor}`}
              className="flex min-h-11 items-center rounded-control border border-rule bg-sheet px-3.5 font-semibold hover:border-accent hover:text-accent lg:rounded-none lg:border-0 lg:bg-transparent lg:px-4 lg:hover:bg-wash"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const sections = [
  { anchor: 'account', text: 'Account' },
  { anchor: 'mails', text: 'Emails' },
  { anchor: 'password', text: 'Password' },
  { anchor: 'tips', text: 'Security' },
  { anchor: 'sessions', text: 'Sessions' },
  { anchor: 'payments', text: 'Boosts' },
  { anchor: 'decisions', text: 'Decisions' },
  { anchor: 'timeline', text: 'Timeline' },
  { anchor: 'export', text: 'Export' },
  { anchor: 'deletion', text: 'Delete' },
] as const;

export function AccountSettings() {
  const { user } = useSession();
  // While the redirect after a logout is in progress.
  if (!user) return null;
  return (
    <div className="mx-auto grid max-w-reading gap-x-10 px-4 pt-10 pb-16 sm:px-6 sm:pt-14 lg:max-w-wide lg:grid-cols-[10rem_minmax(0,42rem)]">
      <h1 tabIndex={-1} className="text-4xl sm:text-5xl lg:col-start-2">
        Account Settings
      </h1>
      <div className="mt-6 lg:mt-8">
        <SettingsNav sections={sections} />
      </div>
      <div className="mt-8 min-w-0 space-y-6">
        <Identity user={user} />
        <MailSwitches user={user} />
        <Password user={user} />
        <SecurityTips />
        <Sessions />
        <SignInAgain proof={UserProof} />
        <PaymentsSection />
        <DecisionsSection />
        <TimelineSection />
        <ExportSection />
        <DeletionSection user={user} />
      </div>
    </div>
  );
}
