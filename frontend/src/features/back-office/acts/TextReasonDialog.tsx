import { type ReactNode, type SubmitEvent, useState } from 'react';
import { limits } from '../../../api/generated/limits.ts';
import { Button, type ButtonLook } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { TextBox } from '../../../components/TextBox.tsx';
import { characterCount } from '../../../lib/text-length.ts';

const longest = limits.ReasonRequest.reason.maxLength;

interface TextReasonDialogProps {
  onClose: () => void;
  title: string;
  description: string;
  action: string;
  label?: string;
  look?: ButtonLook;
  busy: boolean;
  onDecide: (reason: string) => void;
  /** Other fields of the decision, above the reason. */
  children?: ReactNode;
}

export function TextReasonDialog({
  onClose,
  title,
  description,
  action,
  label = 'Reason',
  look = 'danger',
  busy,
  onDecide,
  children,
}: TextReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const trimmed = reason.trim();
    if (trimmed === '') setMissing(true);
    else if (characterCount(trimmed) <= longest) onDecide(trimmed);
  };
  return (
    <Dialog open onOpenChange={onClose} busy={busy} title={title} description={description}>
      <form noValidate onSubmit={submit} className="mt-5 space-y-5">
        {children}
        <TextBox
          label={label}
          value={reason}
          limit={longest}
          lengthOf={characterCount}
          error={isMissing && (label === 'Reason' ? 'Please give a reason' : 'Please write something first')}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value);
            setMissing(false);
          }}
        />
        <Button type="submit" look={look} busy={busy} className="w-full">
          {action}
        </Button>
      </form>
    </Dialog>
  );
}
