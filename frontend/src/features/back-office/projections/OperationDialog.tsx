import type { ButtonLook } from '../../../components/Button.tsx';
import { TextDialog } from '../acts/ask.tsx';

/** How an operation is called, what it does, and what is said when it is done. */
export interface OperationTexts {
  name: string;
  about: string;
  done: string;
  look: ButtonLook;
}

interface OperationDialogProps {
  texts: OperationTexts;
  /** The view or week. */
  target: string;
  busy: boolean;
  onClose: () => void;
  onDecide: (reason: string) => void;
}

/** Asks why an operation is wanted, before it begins. */
export function OperationDialog({ texts, target, ...dialog }: OperationDialogProps) {
  return (
    <TextDialog
      title={`${texts.name}: ${target}`}
      description={`${texts.about} The log records that you asked for it.`}
      action={texts.name}
      look={texts.look}
      {...dialog}
    />
  );
}
