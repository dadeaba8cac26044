import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../api/api-error.ts';
import { useSend } from '../../../api/use-send.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useRemovePasskey } from './passkeys.queries.ts';
import { noPasswordAndCode, PasswordAndCode } from './PasswordAndCode.tsx';

interface RemovePasskeyProps {
  id: string;
  name: string;
  hasTotp: boolean;
  onDone: () => void;
  /** Takes the focus after it is done, when the button that had it is gone. */
  onGone: () => void;
}

/** Removes a passkey, with the password and a code of the app if there is one. */
export function RemovePasskey({ id, name, hasTotp, onDone, onGone }: RemovePasskeyProps) {
  const remove = useRemovePasskey();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { register, handleSubmit, reset, formState } = useForm({ defaultValues: noPasswordAndCode });
  const { errors } = formState;
  const change = (next: boolean): void => {
    setOpen(next);
    reset();
    remove.reset();
  };
  const send = useSend(remove, {
    onSuccess: () => {
      change(false);
      onDone();
    },
  });
  const submit = handleSubmit(({ currentPassword, code }) =>
    send({ id, currentPassword, ...(hasTotp && { code: code.trim() }) }),
  );
  return (
    <>
      <Button ref={opener} look="secondary" aria-label={`Remove ${name}`} onClick={() => change(true)}>
        Remove…
      </Button>
      <Dialog
        open={open}
        onOpenChange={change}
        busy={remove.isPending}
        onCloseAutoFocus={(event) => {
          if (opener.current) return;
          event.preventDefault();
          onGone();
        }}
        title="Remove this passkey?"
        description={`“${name}” does not sign you in any more. Your device keeps it until you delete it there.`}
      >
        <form noValidate onSubmit={submit} className="mt-5 space-y-4">
          {remove.isError && <Notice look="danger">{messageOf(remove.error, 'Please try again.')}</Notice>}
          <PasswordAndCode register={register} errors={errors} asksForCode={hasTotp} takesRecoveryCode />
          <Button type="submit" look="danger" busy={remove.isPending} className="w-full">
            {remove.isPending ? 'Removing…' : 'Remove'}
          </Button>
        </form>
      </Dialog>
    </>
  );
}
