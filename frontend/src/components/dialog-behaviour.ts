import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { focusPage } from '../lib/page.ts';

/**
 * For the content of a dialog or a menu: lets Escape close it even while a toast is open. Radix sends Escape only to
 * the layer that opened last, which is then the toast.
 */
export function closeOnEscape(close: () => void) {
  return (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
}

/**
 * For the content of a dialog: scrolls the focused element into view. Radix focuses without scrolling, and a low
 * window shows only part of the sheet. An element that is being pressed stays under the pointer.
 */
export function revealFocus({ target }: FocusEvent): void {
  if (!target.matches(':active')) target.scrollIntoView({ block: 'nearest' });
}

/** For a dialog: ignores attempts to close it while its request is in flight. Closing would look like cancelling. */
export function unlessBusy(busy: boolean, onOpenChange: (open: boolean) => void): (open: boolean) => void {
  return (open) => {
    if (!busy) onOpenChange(open);
  };
}

/**
 * For a dialog without a trigger: returns the focus to the element that had it before, or to the page's heading if
 * that element is gone. Pass the handlers to the dialog's content.
 */
export function useOpener() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (): void => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event): void => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      const { current } = opener;
      if (current instanceof HTMLElement && current.isConnected && current !== document.body) {
        current.focus({ preventScroll: true });
      } else {
        focusPage();
      }
    },
  };
}
