import { useRef } from 'react';
import { focusPage } from '../lib/focus-page.ts';

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
