import { useState } from 'react';
import type { DialogProps } from './DialogSheet.tsx';
import { closeMissing, onDemand } from './on-demand.tsx';

const DialogSheet = onDemand(
  () => import('./DialogSheet.tsx').then((module) => module.DialogSheet),
  undefined,
  closeMissing,
);

/** A modal sheet that traps the focus until it is closed. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  return wasOpen && <DialogSheet {...props} />;
}
