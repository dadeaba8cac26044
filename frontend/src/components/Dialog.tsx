import { type ComponentType, useState } from 'react';
import type { ConfirmDialogProps } from './ConfirmSheet.tsx';
import type { DialogProps } from './DialogSheet.tsx';
import { closeMissing, onDemand } from './on-demand.tsx';

/** A dialog whose sheet is there from the first time that it opens. */
function dialog<Props extends DialogProps | ConfirmDialogProps>(load: () => Promise<ComponentType<Props>>) {
  const Sheet = onDemand(load, undefined, closeMissing);
  return function OnceOpened(props: Props) {
    const [wasOpen, setWasOpen] = useState(props.open);
    if (props.open && !wasOpen) setWasOpen(true);
    return wasOpen && <Sheet {...props} />;
  };
}

/** A modal sheet that traps the focus until it is closed. */
export const Dialog = dialog(() => import('./DialogSheet.tsx').then((module) => module.DialogSheet));

/**
 * Asks before an action that cannot be undone; a press outside does nothing. The caller closes it when the action is
 * done.
 */
export const ConfirmDialog = dialog(() => import('./ConfirmSheet.tsx').then((module) => module.ConfirmSheet));
