import { messageOf } from '../../api/api-error.ts';
import { currentPasswordRules } from '../../api/credential-rules.ts';
import { useSession } from '../../api/session.ts';
import { useSend } from '../../api/use-send.ts';
import { Button } from '../../components/Button.tsx';
import { AccountName, PasswordField } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import { type ProofProps, SignInAgain } from '../session/SignInAgain.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useConfirmUser } from './account.queries.ts';

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

export function UserSignInAgain() {
  return <SignInAgain proof={UserProof} />;
}
