import { useState } from 'react';
import { limits } from '../../../api/generated/limits.ts';
import type { AdminReport } from '../../../api/generated/schema.d.ts';
import type { Question } from '../acts/act.ts';
import { TextDialog } from '../acts/ask.tsx';

interface DecideDialogProps extends Question<AdminReport> {
  onDecide: (note: string, together: boolean) => void;
}

/** Asks for a note to the reporter, and whether all reports on the post are decided. */
export function DecideDialog({ rows, ...dialog }: DecideDialogProps) {
  /** How many other reports on the same post wait. */
  const others = rows.length === 1 ? rows[0]!.openReports - 1 : 0;
  const [together, setTogether] = useState(others > 0);
  return (
    <TextDialog
      {...dialog}
      label="Note for the reporter"
      look="primary"
      limit={limits.ReportDecisionRequest.note.maxLength}
      missing={false}
      onDecide={(note) => dialog.onDecide(note, together)}
    >
      {others > 0 && (
        <label className="flex min-h-10 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={together}
            onChange={({ target }) => setTogether(target.checked)}
            className="size-6 accent-(--accent)"
          />
          Decide all {others + 1} pending reports on the post
        </label>
      )}
    </TextDialog>
  );
}
