import type { KeyboardEvent } from 'react';

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
