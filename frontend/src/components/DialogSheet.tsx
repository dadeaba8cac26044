import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useDialog } from './dialog-behaviour.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One or two sentences under the title; screen readers read them with it. */
  description?: ReactNode;
  children: ReactNode;
  /** Nothing closes it while its request is in flight, because closing would not cancel the request. */
  busy?: boolean;
  /** Called when it has closed; prevent the event's default to move the focus elsewhere than back. */
  onCloseAutoFocus?: (event: Event) => void;
  /** Called when its code did not load, and it is not shown. */
  onMissing?: () => void;
}

export const dialogOverlay =
  'fixed inset-0 z-40 grid animate-fade grid-cols-1 place-items-center scroll-py-4 overflow-y-auto bg-[rgb(20_16_10/0.6)] p-4';

export const dialogSheet =
  'relative w-full max-w-md animate-rise rounded-card border border-rule bg-sheet p-6 shadow-lift outline-none sm:p-8';

/** A press on a toast is not a press outside the dialog and must not close it. */
function sparesToasts(event: Event): void {
  if (event.target instanceof Element && event.target.closest('[data-toasts]')) event.preventDefault();
}

/** The sheet of a `Dialog`, and its overlay. */
export function DialogSheet({
  open,
  onOpenChange,
  title,
  description,
  children,
  busy = false,
  onCloseAutoFocus,
}: DialogProps) {
  const { change, handlers } = useDialog({ busy, onOpenChange, onCloseAutoFocus });
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay data-shade className={dialogOverlay}>
          <Radix.Content
            className={dialogSheet}
            onInteractOutside={sparesToasts}
            {...handlers}
            {...(description === undefined && { 'aria-describedby': undefined })}
          >
            <Radix.Title className="pr-10 text-2xl [overflow-wrap:anywhere] sm:text-3xl">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description className="mt-3 text-soft">{description}</Radix.Description>
            )}
            {children}
            <Radix.Close
              aria-label="Close"
              aria-disabled={busy || undefined}
              className="absolute top-4 right-4 grid size-11 place-items-center rounded-control not-aria-disabled:hover:bg-wash not-aria-disabled:hover:text-accent aria-disabled:opacity-55 sm:top-6 sm:right-6"
            >
              <X aria-hidden className="size-5" />
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
