import { useState } from 'react';
import type { ConfirmDialogProps } from './ConfirmSheet.tsx';
import { closeMissing, onDemand } from './on-demand.tsx';

const ConfirmSheet = onDemand(
  () => import('./ConfirmSheet.tsx').then((module) => module.ConfirmSheet),
  undefined,
  closeMissing,
);

/**
 * Asks before an action that cannot be undone; a press outside does nothing. The caller closes it when the action is
 * done.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  return wasOpen && <ConfirmSheet {...props} />;
}
