import { useRef } from 'react';

/**
 * For a dialog without a trigger of its own: gives the focus back to what had it before the dialog opened. The handlers
 * belong to the dialog's content.
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
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
  };
}
