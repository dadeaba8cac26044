import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { dialogOverlay, dialogSheet } from './Dialog.tsx';
import { closeOnEscape, revealFocus, unlessBusy, useOpener } from './dialog-behaviour.ts';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question, e.g. "Delete Post?". */
  title: string;
  /** What happens after a yes. */
  description: ReactNode;
  /** The word on the button that does it. */
  action: string;
  /** It is being done: nothing closes the dialog meanwhile, as closing would not take it back. */
  busy?: boolean;
  onConfirm: () => void;
  /** Called when it has closed; prevent the event's default to put the focus elsewhere than where it was before. */
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
  const opener = useOpener();
  const change = unlessBusy(busy, onOpenChange);
  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay data-shade className={dialogOverlay}>
          <AlertDialog.Content
            className={dialogSheet}
            onKeyDown={closeOnEscape(() => change(false))}
            onOpenAutoFocus={opener.onOpenAutoFocus}
            onFocus={revealFocus}
            onCloseAutoFocus={(event) => {
              onCloseAutoFocus?.(event);
              opener.onCloseAutoFocus(event);
            }}
          >
            <AlertDialog.Title className="text-2xl sm:text-3xl">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-3 text-soft">{description}</AlertDialog.Description>
            <div className="mt-7 grid gap-3 sm:grid-cols-2">
              <AlertDialog.Cancel asChild>
                <Button look="secondary" aria-disabled={busy}>
                  Cancel
                </Button>
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
