import { type ComponentProps, useId, useState } from 'react';
import { limits } from '../../../api/generated/limits.ts';
import { type ReasonCode, decisionReasons, reasonCodes } from '../../../api/reasons.ts';
import { TextDialog } from './TextDialog.tsx';

/** Why something was decided: a reason of the list, and a note for the person concerned. */
export interface Given {
  reason: ReasonCode;
  note: string;
}

interface ReasonDialogProps extends Pick<
  ComponentProps<typeof TextDialog>,
  'onClose' | 'title' | 'description' | 'action' | 'busy' | 'below'
> {
  onDecide: (given: Given) => void;
}

/** Asks for the reason of a decision. The person concerned is told reason and note. */
export function ReasonDialog({ onDecide, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState<ReasonCode>();
  const [isMissing, setMissing] = useState(false);
  const id = useId();
  return (
    <TextDialog
      {...dialog}
      label="Note"
      limit={limits.DecisionRequest.note.maxLength}
      missing={reason === 'other' && 'Another reason needs a note'}
      onDecide={(note) => (reason === undefined ? setMissing(true) : onDecide({ reason, note }))}
    >
      <fieldset aria-describedby={isMissing ? `${id}-problem` : undefined}>
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
                setMissing(false);
              }}
              className="size-5 shrink-0 accent-accent"
            />
            {decisionReasons[code]}
          </label>
        ))}
        <p id={`${id}-problem`} role="alert" className="text-[0.9375rem] font-medium text-danger">
          {isMissing && 'Please choose a reason'}
        </p>
      </fieldset>
    </TextDialog>
  );
}
