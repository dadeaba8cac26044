import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { dialogOverlay, dialogSheet } from './DialogSheet.tsx';
import { useDialog } from './dialog-behaviour.ts';
import { Refusal } from './Notice.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question, e.g. "Delete Post?". */
  title: string;
  /** What confirming does. */
  description: ReactNode;
  action: string;
  /** The action is in progress: nothing closes the dialog, because closing would not cancel it. */
  busy?: boolean;
  /** Why the last attempt failed: a toast would be behind the dialog. */
  problem?: { title: string; text: string } | undefined;
  onConfirm: () => void;
  /** Called when it has closed; prevent the event's default to move the focus elsewhere than back. */
  onCloseAutoFocus?: (event: Event) => void;
}

/** The sheet of a `ConfirmDialog`, and its overlay. */
export function ConfirmSheet({
  open,
  onOpenChange,
  title,
  description,
  action,
  busy = false,
  problem,
  onConfirm,
  onCloseAutoFocus,
}: ConfirmDialogProps) {
  const { change, handlers } = useDialog({ busy, onOpenChange, onCloseAutoFocus });
  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay data-shade className={dialogOverlay}>
          <AlertDialog.Content className={dialogSheet} {...handlers}>
            <AlertDialog.Title className="text-2xl [overflow-wrap:anywhere] sm:text-3xl">
              {title}
            </AlertDialog.Title>
            <AlertDialog.Description className="mt-3 text-soft">{description}</AlertDialog.Description>
            {problem && (
              <div className="mt-5">
                <Refusal title={problem.title}>{problem.text}</Refusal>
              </div>
            )}
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
