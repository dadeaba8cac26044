import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusPage } from '../../lib/page.ts';

/** An open menu contains the focus; a menu whose item opened the page is already closed. */
const OPEN_MENU = '[role="menu"][data-state="open"]';

/**
 * Moves the focus to the heading of a page that was just opened, for keyboard and screen reader. A change of search
 * parameters alone (a tab, a filter) does not move the focus, and neither does a page change while a menu is open,
 * because the menu would close.
 */
export function PageFocus() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return;
        if (!document.activeElement?.closest(OPEN_MENU)) focusPage();
      }),
    [router],
  );
  return null;
}
