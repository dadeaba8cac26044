import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { api, bodyOf } from '../../../api/client.ts';
import { useSend } from '../../../api/use-send.ts';
import { Button, type ButtonLook } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { askForPasskey, passkeyObstacle, passkeyProblem } from '../session/passkeys.ts';
import { noPasswordAndCode, PasswordAndCode } from './PasswordAndCode.tsx';

/** What shows who an admin is: a password, with a code if there is an app, or the answer of a passkey. */
export type Identity = { currentPassword: string; code?: string } | { response: Record<string, unknown> };

async function answerOfPasskey(): Promise<Identity> {
  const { options } = await bodyOf(api.POST('/api/rtm-sys/login/passkey/offer'));
  return { response: { ...(await askForPasskey(options)) } };
}

interface IdentityFormProps {
  /** The label of the button. */
  action: string;
  look?: ButtonLook;
  /** Sends what the admin entered. An error of it is shown. */
  send: (identity: Identity) => Promise<unknown>;
  onBusy: (isBusy: boolean) => void;
  onDone: () => void;
}

/** Asks the signed-in admin for the password, and for a code if an app is connected; or for a passkey. */
export function IdentityForm({ action, look = 'primary', send, onBusy, onDone }: IdentityFormProps) {
  const { data: admin } = useQuery(adminQuery);
  const { register, handleSubmit, formState } = useForm({ defaultValues: noPasswordAndCode });
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
          <PasswordAndCode
            register={register}
            errors={formState.errors}
            asksForCode={hasTotp}
            takesRecoveryCode
          />
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
