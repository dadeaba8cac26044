import type { FocusEvent } from 'react';

/**
 * For the content of a dialog: scrolls what takes the focus into view, as Radix focuses without scrolling, and a low window
 * shows only a part of the sheet. What is being pressed stays under the pointer.
 */
export function revealFocus({ target }: FocusEvent): void {
  if (!target.matches(':active')) target.scrollIntoView({ block: 'nearest' });
}
