import { useState } from 'react';
import type { DialogProps } from './DialogSheet.tsx';
import { missDialog, onDemand } from './on-demand.tsx';

const DialogSheet = onDemand(
  () => import('./DialogSheet.tsx').then((module) => module.DialogSheet),
  undefined,
  missDialog,
);

/** A modal sheet that traps the focus until it is closed. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  return wasOpen && <DialogSheet {...props} />;
}
