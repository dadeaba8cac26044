import { type ReactNode, type SubmitEvent, useState } from 'react';
import { limits } from '../../../api/generated/limits.ts';
import { Button, type ButtonLook } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { TextBox } from '../../../components/TextBox.tsx';
import { characterCount } from '../../../components/text-rules.ts';

interface TextDialogProps {
  onClose: () => void;
  title: string;
  description: string | undefined;
  action: string;
  label?: string;
  look?: ButtonLook;
  /** The maximum length of the text. */
  limit?: number;
  /** What is said when nothing was written; false where that is allowed. */
  missing?: string | false;
  busy: boolean;
  onDecide: (text: string) => void;
  /** Other fields of the decision, above the text. */
  children?: ReactNode;
  /** Other fields of the decision, under the text. */
  below?: ReactNode;
}

/** Asks for a text: by default, the reason of a decision. */
export function TextDialog({
  onClose,
  title,
  description,
  action,
  label = 'Reason',
  look = 'danger',
  limit = limits.ReasonRequest.reason.maxLength,
  missing = 'Please give a reason',
  busy,
  onDecide,
  children,
  below,
}: TextDialogProps) {
  const [text, setText] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const trimmed = text.trim();
    if (characterCount(trimmed) === 0 && missing !== false) setMissing(true);
    else if (characterCount(trimmed) <= limit) onDecide(trimmed);
  };
  return (
    <Dialog open onOpenChange={onClose} busy={busy} title={title} description={description}>
      <form noValidate onSubmit={submit} className="mt-5 space-y-5">
        {children}
        <TextBox
          label={label}
          value={text}
          limit={limit}
          error={isMissing && missing}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setMissing(false);
          }}
        />
        {below}
        <Button type="submit" look={look} busy={busy} className="w-full">
          {action}
        </Button>
      </form>
    </Dialog>
  );
}
