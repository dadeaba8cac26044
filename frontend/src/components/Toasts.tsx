import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useRef } from 'react';
import { dismissToast, type ToastMessage } from './toast.ts';
import { toastLook, toastPlace } from './toast-look.ts';
import { startTooltips } from './tooltips.ts';

// Here, because every page loads this module at the first act, and the first load has no room for another.
startTooltips();

/** Whether the focus is in a dialog or a menu, which Escape closes first. */
function isBusyElsewhere(): boolean {
  return Boolean(document.activeElement?.closest('[role=dialog], [role=alertdialog], [role=menu]'));
}

/** Shows toasts: each for 5 s, F8 focuses them, a swipe to the right of 50 px dismisses them. */
export function Toasts({ message }: { message: ToastMessage }) {
  const stays = useRef(false);
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
      <Toast.Root
        open={message.open}
        // Do not prevent the event's default here: a dialog or menu reads that as 'already handled' and stays open.
        onEscapeKeyDown={() => {
          stays.current = isBusyElsewhere();
        }}
        onOpenChange={(open) => {
          if (!open && !stays.current) dismissToast(message.id);
          stays.current = false;
        }}
        type={message.look === 'danger' ? 'foreground' : 'background'}
        className={`${toastLook(message)} data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)`}
      >
        <div className="min-w-0 grow [overflow-wrap:anywhere]">
          <Toast.Title className={`font-bold ${message.look === 'danger' ? 'text-danger' : ''}`}>
            {message.title}
          </Toast.Title>
          {message.description && (
            <Toast.Description className="mt-0.5 text-[0.9375rem] text-soft">
              {message.description}
            </Toast.Description>
          )}
        </div>
        {message.action && (
          <Toast.Action asChild altText={message.action.alternative}>
            <button
              type="button"
              onClick={message.action.onPress}
              className="-my-1.5 min-h-11 shrink-0 rounded-control px-3 font-bold text-accent hover:bg-wash"
            >
              {message.action.label}
            </button>
          </Toast.Action>
        )}
        <Toast.Close
          aria-label="Close"
          className="-m-1.5 grid size-11 shrink-0 place-items-center rounded-control hover:bg-wash"
        >
          <X aria-hidden className="size-4" />
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport data-toasts hotkey={['F8']} className={toastPlace(message)} />
    </Toast.Provider>
  );
}
