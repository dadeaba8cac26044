import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { limits } from '../../../api/generated/limits.ts';
import { type ReasonCode, decisionReasons, reasonCodes } from '../../../api/reasons.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { TextBox } from '../../../components/TextBox.tsx';
import { characterCount } from '../../../lib/text-length.ts';

/** Why something was decided: a reason of the list, and a note for the person concerned. */
export interface Given {
  reason: ReasonCode;
  note: string;
}

const longest = limits.DecisionRequest.note.maxLength;

interface ReasonDialogProps {
  open: boolean;
  onClose: () => void;
  /** The question, such as "Hide 3 posts?". */
  title: string;
  description: string;
  action: string;
  busy?: boolean;
  onDecide: (given: Given) => void;
  /** Other fields of the decision, under the note. */
  children?: ReactNode;
}

/** Asks for the reason of a decision. The person concerned is told reason and note. */
export function ReasonDialog({
  open,
  onClose,
  title,
  description,
  action,
  busy = false,
  onDecide,
  children,
}: ReasonDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} busy={busy} title={title} description={description}>
      {/* A new form for each question. */}
      <ReasonForm action={action} busy={busy} onDecide={onDecide}>
        {children}
      </ReasonForm>
    </Dialog>
  );
}

interface ReasonFormProps {
  action: string;
  busy: boolean;
  onDecide: (given: Given) => void;
  children: ReactNode;
}

function ReasonForm({ action, busy, onDecide, children }: ReasonFormProps) {
  const [reason, setReason] = useState<ReasonCode>();
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<'reason' | 'note'>();
  const id = useId();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const trimmed = note.trim();
    if (reason === undefined) setProblem('reason');
    else if (reason === 'other' && trimmed === '') setProblem('note');
    else if (characterCount(trimmed) <= longest) onDecide({ reason, note: trimmed });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-5 space-y-5">
      <fieldset aria-describedby={problem === 'reason' ? `${id}-problem` : undefined}>
        <legend className="mb-1 font-semibold">Reason</legend>
        {reasonCodes.map((code) => (
          <label key={code} className="flex min-h-9 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name={`${id}-reason`}
              value={code}
              checked={reason === code}
              onChange={() => {
                setReason(code);
                setProblem(undefined);
              }}
              className="size-5 shrink-0 accent-accent"
            />
            {decisionReasons[code]}
          </label>
        ))}
        <p id={`${id}-problem`} role="alert" className="text-[0.9375rem] font-medium text-danger">
          {problem === 'reason' && 'Please choose a reason'}
        </p>
      </fieldset>
      <TextBox
        label="Note"
        value={note}
        limit={longest}
        lengthOf={characterCount}
        error={problem === 'note' && 'Another reason needs a note'}
        onChange={({ currentTarget }) => {
          setNote(currentTarget.value);
          setProblem(undefined);
        }}
      />
      {children}
      <Button type="submit" look="danger" busy={busy} className="w-full">
        {action}
      </Button>
    </form>
  );
}
