import { useRef } from 'react';
import { createStore } from '../lib/create-store.ts';

export interface ToastMessage {
  id: number;
  title: string;
  description?: string | undefined;
  look: 'calm' | 'danger';
  /** What can be done about it. Screen readers are told how else: by `alternative`. */
  action?: { label: string; alternative: string; onPress: () => void } | undefined;
  /** The half of the window that it keeps free, because what it speaks of is there. */
  keepsFree?: 'top' | 'bottom' | undefined;
  open: boolean;
}

/** The half of the window in which most of an element is. */
export function halfOf(element: Element): 'top' | 'bottom' {
  const { top, bottom } = element.getBoundingClientRect();
  return top + bottom > window.innerHeight ? 'bottom' : 'top';
}

/** The half with the scale to rate on, which no message covers, if the page has one. */
function halfOfScale(): ToastMessage['keepsFree'] {
  const scale = document.querySelector('[data-scale]');
  return scale ? halfOf(scale) : undefined;
}

/** How long a dismissed toast is kept in milliseconds, unless the next one replaces it. */
const removalDelay = 1_000_000;

export const toastStore = createStore<ToastMessage | undefined>(undefined);

let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/** Shows a message. At most one is visible: it replaces the one before. */
export function toast(
  message: Pick<ToastMessage, 'title' | 'description' | 'action' | 'keepsFree'> & { look?: 'danger' },
): void {
  clearTimeout(removal);
  const keepsFree = message.keepsFree ?? halfOfScale();
  toastStore.write({ look: 'calm', ...message, keepsFree, id: ++lastId, open: true });
}

/** Says that something failed, and why or what to do. */
export function toastFailure(
  title: string,
  description?: string,
  keepsFree?: ToastMessage['keepsFree'],
): void {
  toast({ title, description, keepsFree, look: 'danger' });
}

/** Closes the message with this id if it is still open. */
export function dismissToast(id: number): void {
  const current = toastStore.read();
  if (current?.id !== id || !current.open) return;
  toastStore.write({ ...current, open: false });
  removal = setTimeout(() => toastStore.write(undefined), removalDelay);
}

/** Reports failures of one control in a toast, and closes that toast after a later success. */
export function useFailureToast() {
  const shown = useRef<number>(undefined);
  return {
    tell: (title: string, description: string): void => {
      toastFailure(title, description);
      shown.current = lastId;
    },
    clear: (): void => {
      if (shown.current !== undefined) dismissToast(shown.current);
    },
  };
}
