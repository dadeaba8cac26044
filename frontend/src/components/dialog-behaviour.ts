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
 * Scrolls the focused element into view. Radix focuses without scrolling, and a low window shows only part of the sheet. An
 * element that is being pressed stays under the pointer.
 */
function revealFocus({ target }: FocusEvent): void {
  if (!target.matches(':active')) target.scrollIntoView({ block: 'nearest' });
}

interface DialogParts {
  /** Its request is in flight: attempts to close it are ignored. Closing would look like cancelling. */
  busy: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called first when it has closed. */
  onCloseAutoFocus?: ((event: Event) => void) | undefined;
}

/**
 * For a dialog without a trigger: returns the focus to the element that had it before, or to the page's heading if
 * that element is gone. Pass `change` to its root and the handlers to its content.
 */
export function useDialog({ busy, onOpenChange, onCloseAutoFocus }: DialogParts) {
  const opener = useRef<Element | null>(null);
  const change = (open: boolean): void => {
    if (!busy) onOpenChange(open);
  };
  const handlers = {
    onKeyDown: closeOnEscape(() => change(false)),
    onFocus: revealFocus,
    onOpenAutoFocus: (): void => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event): void => {
      onCloseAutoFocus?.(event);
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
  return { change, handlers };
}
