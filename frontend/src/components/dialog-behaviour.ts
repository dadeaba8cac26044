import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { focusPage } from '../lib/page.ts';

/**
 * For the content of a dialog or a menu: closes it by Escape also while a toast lies over it. Radix tells Escape to the
 * layer that came last alone, and that is the toast then; what Radix has closed already is left alone.
 */
export function closeOnEscape(close: () => void) {
  return (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
}

/**
 * For the content of a dialog: scrolls what takes the focus into view, as Radix focuses without scrolling, and a low window
 * shows only a part of the sheet. What is being pressed stays under the pointer.
 */
export function revealFocus({ target }: FocusEvent): void {
  if (!target.matches(':active')) target.scrollIntoView({ block: 'nearest' });
}

/**
 * For a dialog: the way in which people close it, which does nothing while what it has sent is under way. Closing would look
 * as if it took that back.
 */
export function unlessBusy(busy: boolean, onOpenChange: (open: boolean) => void): (open: boolean) => void {
  return (open) => {
    if (!busy) onOpenChange(open);
  };
}

/**
 * For a dialog without a trigger of its own: gives the focus back to what had it before the dialog opened, or to the
 * page's heading where that is gone. The handlers belong to the dialog's content.
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
