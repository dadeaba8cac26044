import { useEffect, useEffectEvent } from 'react';

export type Keys = Readonly<Record<string, () => void>>;

const WRITING =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false])';
const LAYER = '[role=dialog], [role=alertdialog], [role=menu]';

/** Whether a key belongs to what the admin writes, or to a dialog or menu that is open. */
function isTaken({ target }: KeyboardEvent): boolean {
  return (
    (target instanceof Element && target.closest(WRITING) !== null) || document.querySelector(LAYER) !== null
  );
}

/**
 * Runs what belongs to a key while the page is open: not while the admin writes or a dialog is open, not with Ctrl, Alt or
 * Meta, and once for a key that is held down.
 */
export function useKeys(keys: Keys, isOn: boolean): void {
  // What is on the screen counts: an effect would keep what was there before it for a moment.
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isTaken(event)) return;
    const run = keys[event.key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    if (!event.repeat) run();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}
