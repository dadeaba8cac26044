import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { dialogOverlay, dialogSheet } from './Dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question, e.g. "Delete Post?". */
  title: string;
  /** What happens after a yes. */
  description: ReactNode;
  /** The word on the button that does it. */
  action: string;
  busy?: boolean;
  onConfirm: () => void;
  /** Where the focus goes when it closes; prevent the event's default to choose. */
  onCloseAutoFocus?: (event: Event) => void;
}

/** Asks before something that cannot be taken back; a press beside it changes nothing. The caller closes it when it is done. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  action,
  busy = false,
  onConfirm,
  onCloseAutoFocus,
}: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay data-shade className={dialogOverlay}>
          <AlertDialog.Content className={dialogSheet} {...(onCloseAutoFocus && { onCloseAutoFocus })}>
            <AlertDialog.Title className="text-2xl sm:text-3xl">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-3 text-soft">{description}</AlertDialog.Description>
            <div className="mt-7 grid gap-3 sm:grid-cols-2">
              <AlertDialog.Cancel asChild>
                <Button look="secondary">Cancel</Button>
              </AlertDialog.Cancel>
              <Button look="danger" busy={busy} onClick={onConfirm}>
                {action}
              </Button>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
