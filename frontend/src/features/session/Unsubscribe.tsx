import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isRefusedForGood, messageOf } from '../../api/api-error.ts';
import type { MailKind } from '../../api/generated/schema.d.ts';
import { Button, Spinner } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { FocusHeading, Panel } from '../../components/Panel.tsx';
import { unsubscribeKindsQuery, useUnsubscribe } from './session.queries.ts';

const mails: Record<MailKind, string> = {
  rating: 'New ratings of your posts',
  comment: 'New comments and replies',
  achievements: 'Achievements of your posts',
  boosts: 'Boosts of yours that end soon',
};

function MailList({ kinds }: { kinds: readonly MailKind[] }) {
  return (
    <ul className="mt-4 list-disc space-y-1 pl-6 text-lg marker:text-accent">
      {kinds.map((kind) => (
        <li key={kind}>{mails[kind]}</li>
      ))}
    </ul>
  );
}

function SettingsLink() {
  return (
    <Button asChild look="secondary" className="w-full">
      <Link to="/account/settings">Go to Settings</Link>
    </Button>
  );
}

function InvalidLink({ reason }: { reason: string }) {
  return (
    <Panel>
      <FocusHeading className="text-3xl sm:text-4xl">Invalid Link</FocusHeading>
      <div className="my-6">
        <Notice look="danger">{reason}</Notice>
      </div>
      <p className="mb-4 text-soft">You can also choose your mails in your account settings.</p>
      <SettingsLink />
    </Panel>
  );
}

function Unsubscribed({ kinds }: { kinds: readonly MailKind[] }) {
  return (
    <Panel>
      <FocusHeading className="text-3xl sm:text-4xl">You are unsubscribed</FocusHeading>
      <p className="mt-4 text-lg">You no longer get mails about:</p>
      <MailList kinds={kinds} />
      <p className="mt-5 mb-6 text-soft">You can switch them on again in your account settings.</p>
      <SettingsLink />
    </Panel>
  );
}

function Question({ token, kinds }: { token: string; kinds: readonly MailKind[] }) {
  const unsubscribe = useUnsubscribe();
  if (unsubscribe.isSuccess) return <Unsubscribed kinds={kinds} />;
  return (
    <Panel>
      <FocusHeading className="text-3xl sm:text-4xl">Unsubscribe?</FocusHeading>
      <p className="mt-4 text-lg">You will no longer get mails about:</p>
      <MailList kinds={kinds} />
      <p className="mt-5 text-soft">You will still get mails about the security of your account.</p>
      <div className="mt-7 space-y-3">
        <Button busy={unsubscribe.isPending} onClick={() => unsubscribe.mutate(token)} className="w-full">
          Unsubscribe
        </Button>
        {unsubscribe.isError && (
          <Notice look="danger">
            {messageOf(unsubscribe.error, 'That did not work. Please try again.')}
          </Notice>
        )}
      </div>
    </Panel>
  );
}

/** The page of the unsubscribe link in every mail: says which mails stop, and stops them when confirmed. */
export function Unsubscribe({ token }: { token: string | undefined }) {
  if (!token) return <InvalidLink reason="No unsubscribe token provided" />;
  return <UnsubscribeByToken token={token} />;
}

function UnsubscribeByToken({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(unsubscribeKindsQuery(token));
  if (data) return <Question token={token} kinds={data.kinds} />;
  if (error && isRefusedForGood(error))
    return <InvalidLink reason={messageOf(error, 'This link is not valid.')} />;
  if (error) {
    return (
      <Panel>
        <FocusHeading className="text-3xl sm:text-4xl">Unsubscribe</FocusHeading>
        <div className="my-6">
          <Notice look="danger">{messageOf(error, 'That did not work. Please try again.')}</Notice>
        </div>
        <Button onClick={() => void refetch()} className="w-full">
          Try Again
        </Button>
      </Panel>
    );
  }
  return (
    <Panel>
      <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
        Unsubscribe
      </h1>
      <p role="status" className="mt-5 flex items-center gap-3 text-lg text-soft">
        <Spinner /> One moment…
      </p>
    </Panel>
  );
}
