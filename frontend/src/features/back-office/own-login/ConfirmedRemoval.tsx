import type { UseMutationResult } from '@tanstack/react-query';
import { type ComponentProps, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../api/api-error.ts';
import { useSend } from '../../../api/use-send.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { noPasswordAndCode, PasswordAndCode, type PasswordAndCodeValues } from './PasswordAndCode.tsx';

interface ConfirmedRemovalProps {
  remove: UseMutationResult<unknown, Error, PasswordAndCodeValues>;
  /** The button that opens the dialog. */
  button: ComponentProps<typeof Button>;
  title: string;
  description: string;
  /** The label of the button that removes, and while it does. */
  labels: readonly [idle: string, busy: string];
  /** Whether there is an app, and so a code. */
  asksForCode?: boolean;
  onDone: () => void;
  /** Takes the focus after it is done, when the button that had it is gone. */
  onGone: () => void;
}

/** Removes a way to sign in, with the password and a code of the app if there is one. */
export function ConfirmedRemoval({
  remove,
  button,
  title,
  description,
  labels: [idle, busy],
  asksForCode = true,
  onDone,
  onGone,
}: ConfirmedRemovalProps) {
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
  const submit = handleSubmit(({ currentPassword, code }) => send({ currentPassword, code: code.trim() }));
  return (
    <>
      <Button ref={opener} onClick={() => change(true)} {...button} />
      <Dialog
        open={open}
        onOpenChange={change}
        busy={remove.isPending}
        onCloseAutoFocus={(event) => {
          if (opener.current) return;
          event.preventDefault();
          onGone();
        }}
        title={title}
        description={description}
      >
        <form noValidate onSubmit={submit} className="mt-5 space-y-4">
          {remove.isError && <Notice look="danger">{messageOf(remove.error, 'Please try again.')}</Notice>}
          <PasswordAndCode register={register} errors={errors} asksForCode={asksForCode} takesRecoveryCode />
          <Button type="submit" look="danger" busy={remove.isPending} className="w-full">
            {remove.isPending ? busy : idle}
          </Button>
        </form>
      </Dialog>
    </>
  );
}
