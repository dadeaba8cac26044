import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { hasFieldErrors, messageOf } from '../../api/api-error.ts';
import { useSession } from '../../api/session.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { PasswordField } from '../../components/Field.tsx';
import { Notice, Refusal } from '../../components/Notice.tsx';
import { FocusHeading, Panel } from '../../components/Panel.tsx';
import { shownName } from '../../lib/wording.ts';
import { useForm } from '../../lib/use-form.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import type { useVerifyEmail } from './session.queries.ts';

interface ConfirmProps {
  token: string;
  /** Sends what the person enters. */
  confirmation: ReturnType<typeof useVerifyEmail>;
}

interface WithReason extends ConfirmProps {
  /** What the server asks for. */
  reason: string;
}

/** Names the account that the link logs out, if this browser is logged in to another one. */
function OtherSession() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <div className="mb-6">
      <Notice look="calm">
        You are logged in as{' '}
        <strong translate="no" className="font-bold">
          {shownName(user)}
        </strong>
        . If you verify, you are logged out of that account here.
      </Notice>
    </div>
  );
}

/** The message of the last attempt, unless it stands at a field. */
function LastRefusal({ confirmation: { error } }: Pick<ConfirmProps, 'confirmation'>) {
  if (!error || hasFieldErrors(error)) return null;
  return <Refusal>{messageOf(error, 'Verification failed')}</Refusal>;
}

function KnownPassword({ token, confirmation }: ConfirmProps) {
  const { user } = useSession();
  const { register, handleSubmit, setError } = useForm({ defaultValues: { password: '' } });
  const send = useSend(confirmation, { setError, fields: ['password'] });
  const submit = handleSubmit(({ password }) =>
    send({ token, password, ...(user && { replaceSession: true }) }),
  );
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <LastRefusal confirmation={confirmation} />
      <PasswordField {...register('password', { required: 'Please enter your password' })} />
      <Button type="submit" busy={confirmation.isPending} className="w-full">
        {confirmation.isPending ? 'Verifying…' : 'Verify Email'}
      </Button>
    </form>
  );
}

function NewPassword({ token, confirmation }: ConfirmProps) {
  const { user } = useSession();
  return (
    <NewPasswordForm
      request={confirmation}
      bodyOf={(newPassword) => ({ token, newPassword, ...(user && { replaceSession: true }) })}
      field="newPassword"
      labels={['Set Password and Verify', 'Verifying…']}
    >
      <LastRefusal confirmation={confirmation} />
    </NewPasswordForm>
  );
}

/** Asks for the password of the account, or for a new one, when the link is opened in another browser. */
export function ConfirmLink({ token, confirmation, reason }: WithReason) {
  const [knows, setKnows] = useState(true);
  return (
    <Panel>
      <FocusHeading key={String(knows)} className="text-3xl sm:text-4xl">
        {knows ? 'Enter Your Password' : 'Set a New Password'}
      </FocusHeading>
      <p className="mt-4 text-lg">
        {knows ? reason : 'The new password replaces the one from registration.'}
      </p>
      <p className="mt-2 mb-6 text-soft">
        {knows
          ? 'You opened the link in another browser than the one that you registered in.'
          : 'It also logs out every other browser. Do this if you did not register yourself.'}
      </p>
      <OtherSession />
      {knows ? (
        <KnownPassword token={token} confirmation={confirmation} />
      ) : (
        <NewPassword token={token} confirmation={confirmation} />
      )}
      <div className="mt-6 border-t border-rule pt-6">
        <Button
          look="secondary"
          className="w-full"
          aria-disabled={confirmation.isPending}
          onClick={() => {
            confirmation.reset();
            setKnows(!knows);
          }}
        >
          {knows ? 'I Do Not Know the Password' : 'I Know the Password'}
        </Button>
      </div>
    </Panel>
  );
}

/** Asks before a link of another account ends the session of this browser. */
export function SwitchAccount({ token, confirmation, reason }: WithReason) {
  return (
    <Panel>
      <FocusHeading className="text-3xl sm:text-4xl">Switch Account?</FocusHeading>
      <p className="mt-4 mb-6 text-lg">{reason}</p>
      <LastRefusal confirmation={confirmation} />
      <div className="mt-6 grid gap-3">
        <Button
          busy={confirmation.isPending}
          onClick={() => confirmation.mutate({ token, replaceSession: true })}
        >
          Verify and Switch
        </Button>
        <Button asChild look="secondary">
          <Link to="/">Stay Logged In</Link>
        </Button>
      </div>
    </Panel>
  );
}
