import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusPage } from '../../lib/page.ts';

/** A menu that is open has the focus within; one whose item led to the page is closed by now. */
const OPEN_MENU = '[role="menu"][data-state="open"]';

/**
 * Moves the focus to the heading of a page that was just opened, so that keyboard and screen reader go on there. A mere
 * change of search parameters (a tab, a filter) leaves the focus where it is, and so does a menu that was opened while the
 * page was on its way, as it would close.
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
