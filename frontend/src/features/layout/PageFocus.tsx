import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { focusPage } from '../../lib/focus-page.ts';

/**
 * Moves the focus to the heading of a page that was just opened, so that keyboard and screen reader go on there. A mere
 * change of search parameters (a tab, a filter) leaves the focus where it is.
 */
export function PageFocus() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (!fromLocation || fromLocation.pathname === toLocation.pathname) return;
        focusPage();
      }),
    [router],
  );
  return null;
}
