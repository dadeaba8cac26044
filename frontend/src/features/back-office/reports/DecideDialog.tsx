import { type SubmitEvent, useState } from 'react';
import { limits } from '../../../api/generated/limits.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { TextBox } from '../../../components/TextBox.tsx';
import { characterCount } from '../../../lib/text-length.ts';
import { counted } from '../../../lib/wording.ts';

const longest = limits.ReportDecisionRequest.note.maxLength;

interface DecideDialogProps {
  status: 'reviewed' | 'dismissed';
  count: number;
  /** How many other reports on the same post wait. */
  others: number;
  busy: boolean;
  onClose: () => void;
  onDecide: (note: string, together: boolean) => void;
}

const texts = {
  reviewed: { verb: 'Review', about: 'The reporter learns that something was done.' },
  dismissed: { verb: 'Dismiss', about: 'The reporter learns that the post stays.' },
} as const;

/** Asks for a note to the reporter, and whether all reports on the post are decided. */
export function DecideDialog({ status, count, others, busy, onClose, onDecide }: DecideDialogProps) {
  const [note, setNote] = useState('');
  const [together, setTogether] = useState(others > 0);
  const { verb, about } = texts[status];
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (characterCount(note.trim()) <= longest) onDecide(note.trim(), together);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={busy}
      title={`${verb} ${count === 1 ? 'This Report' : counted(count, 'Report')}?`}
      description={about}
    >
      <form noValidate onSubmit={submit} className="mt-5 space-y-5">
        {others > 0 && (
          <label className="flex min-h-10 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              checked={together}
              onChange={({ target }) => setTogether(target.checked)}
              className="size-5 accent-(--accent)"
            />
            Decide all {others + 1} pending reports on the post
          </label>
        )}
        <TextBox
          label="Note for the reporter"
          value={note}
          limit={longest}
          lengthOf={characterCount}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Button type="submit" busy={busy} className="w-full">
          {verb}
        </Button>
      </form>
    </Dialog>
  );
}
