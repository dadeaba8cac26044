import type { UseMutationResult } from '@tanstack/react-query';
import { type ComponentProps, useRef, useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Notice } from '../../../components/Notice.tsx';

interface ConfirmedRemovalProps {
  remove: UseMutationResult<unknown, Error, void>;
  /** The button that opens the dialog. */
  button: ComponentProps<typeof Button>;
  title: string;
  description: string;
  /** The label of the button that removes, and while it does. */
  labels: readonly [idle: string, busy: string];
  onDone: () => void;
  /** Takes the focus after it is done, when the button that had it is gone. */
  onGone: () => void;
}

/** Removes a way to sign in, after a question. */
export function ConfirmedRemoval({
  remove,
  button,
  title,
  description,
  labels: [idle, busy],
  onDone,
  onGone,
}: ConfirmedRemovalProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const change = (next: boolean): void => {
    setOpen(next);
    remove.reset();
  };
  const send = (): void =>
    remove.mutate(undefined, {
      onSuccess: () => {
        change(false);
        onDone();
      },
    });
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
        <div className="mt-5 space-y-4">
          {remove.isError && <Notice look="danger">{messageOf(remove.error, 'Please try again.')}</Notice>}
          <Button look="danger" busy={remove.isPending} className="w-full" onClick={send}>
            {remove.isPending ? busy : idle}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
