import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../api/api-error.ts';
import { useSend } from '../../../api/use-send.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useRemoveTotp } from './own-login.queries.ts';
import { noPasswordAndCode, PasswordAndCode } from './PasswordAndCode.tsx';

interface DisconnectAppProps {
  onDone: () => void;
  /** Takes the focus after it is done, when the button that had it is gone. */
  onGone: () => void;
}

/** Disconnects the authenticator app, with the password and one of its codes. */
export function DisconnectApp({ onDone, onGone }: DisconnectAppProps) {
  const remove = useRemoveTotp();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { register, handleSubmit, reset, formState } = useForm({
    defaultValues: noPasswordAndCode,
  });
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
  const submit = handleSubmit(({ currentPassword, code }) => send({ currentPassword, code: code.trim() }));
  return (
    <>
      <Button ref={opener} look="danger" onClick={() => change(true)}>
        Disconnect…
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
        title="Disconnect the app?"
        description="From then on a sign-in needs no code. The recovery codes stop working."
      >
        <form noValidate onSubmit={submit} className="mt-5 space-y-4">
          {remove.isError && <Notice look="danger">{messageOf(remove.error, 'Please try again.')}</Notice>}
          <PasswordAndCode register={register} errors={errors} takesRecoveryCode />
          <Button type="submit" look="danger" busy={remove.isPending} className="w-full">
            {remove.isPending ? 'Disconnecting…' : 'Disconnect'}
          </Button>
        </form>
      </Dialog>
    </>
  );
}
