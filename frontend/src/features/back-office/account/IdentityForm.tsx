import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { api } from '../../../api/client.ts';
import { useSend } from '../../../api/use-send.ts';
import { Button, type ButtonLook } from '../../../components/Button.tsx';
import { AccountName, Field, PasswordField } from '../../../components/Field.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useForm } from '../../../lib/use-form.ts';
import { type ProofProps, SignInAgain } from '../../session/SignInAgain.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { answerOfPasskey, passkeyObstacle, passkeyProblem } from '../session/passkeys.ts';

/** What shows who an admin is: a password, with a code if there is an app, or the answer of a passkey. */
export type Identity = { currentPassword: string; code?: string } | { response: Record<string, unknown> };

interface IdentityFormProps {
  /** The label of the button. */
  action: string;
  look?: ButtonLook;
  /** Whether a recovery code does in place of a code of the app. */
  takesRecoveryCode?: boolean;
  /** Sends what the admin entered. An error of it is shown. */
  send: (identity: Identity) => Promise<unknown>;
  onBusy: (isBusy: boolean) => void;
  onDone: () => void;
}

/** Asks the signed-in admin for the password, and for a code if an app is connected; or for a passkey. */
export function IdentityForm({
  action,
  look = 'primary',
  takesRecoveryCode = false,
  send,
  onBusy,
  onDone,
}: IdentityFormProps) {
  const { data: admin } = useQuery(adminQuery);
  const { register, handleSubmit } = useForm({ defaultValues: { currentPassword: '', code: '' } });
  const prove = useMutation({
    mutationFn: async (enter: () => Identity | Promise<Identity>) => send(await enter()),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
  });
  const start = useSend(prove, { onSuccess: onDone });
  const submit = handleSubmit(({ currentPassword, code }) =>
    start(() => ({ currentPassword, ...(code.trim() !== '' && { code: code.trim() }) })),
  );
  const { hasTotp = false, passkeys = 0 } = admin ?? {};
  // A password alone does not replace a passkey.
  const takesPassword = hasTotp || passkeys === 0;
  const obstacle = passkeys > 0 ? passkeyObstacle() : null;
  return (
    <form noValidate onSubmit={submit} className="mt-5 space-y-4">
      {prove.isError && <Notice look="danger">{passkeyProblem(prove.error)}</Notice>}
      {takesPassword && (
        <>
          <AccountName value={admin?.username} />
          <PasswordField {...register('currentPassword', { required: 'Current password is required' })} />
          {hasTotp && (
            <Field
              label="Code"
              inputMode={takesRecoveryCode ? undefined : 'numeric'}
              autoComplete="one-time-code"
              hint={
                takesRecoveryCode
                  ? 'The six digits of your authenticator app, or a recovery code if it is lost.'
                  : 'The six digits of your authenticator app.'
              }
              {...register('code', { validate: (value) => value.trim() !== '' || 'Please enter a code' })}
            />
          )}
          <Button type="submit" look={look} busy={prove.isPending} className="w-full">
            {action}
          </Button>
        </>
      )}
      {passkeys > 0 && obstacle === null && (
        <Button
          look={takesPassword ? 'secondary' : look}
          busy={prove.isPending}
          className="w-full"
          onClick={() => start(answerOfPasskey)}
        >
          <KeyRound aria-hidden className="size-5" /> {action} with a Passkey
        </Button>
      )}
      {obstacle !== null && !takesPassword && <Notice look="calm">{obstacle}</Notice>}
    </form>
  );
}

/** Where a recovery code does: it replaces a lost app, and nothing else. */
const NEW_APP = /^\/api\/rtm-sys\/totp(?:\/offer)?$/;

function AdminProof({ path, ...props }: ProofProps) {
  const queryClient = useQueryClient();
  return (
    <IdentityForm
      action="Continue"
      takesRecoveryCode={NEW_APP.test(path)}
      send={(body) =>
        api.POST('/api/rtm-sys/me/confirm', { body }).catch((error: unknown) => {
          // The login may have got an app or a passkey elsewhere, which the form then asks for.
          void queryClient.invalidateQueries(adminQuery);
          throw error;
        })
      }
      {...props}
    />
  );
}

export function AdminSignInAgain() {
  return <SignInAgain proof={AdminProof} />;
}
