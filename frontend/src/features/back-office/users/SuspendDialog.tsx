import { useState } from 'react';
import { Field } from '../../../components/Field.tsx';
import type { Question } from '../acts/act.ts';
import { type Given, ReasonDialog } from '../acts/ask.tsx';

/** A suspension, with its reason. */
export interface SuspensionTerms extends Given {
  /** Its last moment; null without an end. */
  endsAt: string | null;
  hidePosts: boolean;
}

/** The last moment of a day (YYYY-MM-DD) of the admin's time zone; null without a day. */
function endOf(day: string): string | null {
  return day === '' ? null : new Date(`${day}T23:59:59`).toISOString();
}

interface SuspendDialogProps extends Omit<Question<never>, 'rows' | 'onAnswer'> {
  onDecide: (terms: SuspensionTerms) => void;
}

export function SuspendDialog({ onDecide, ...dialog }: SuspendDialogProps) {
  const [lastDay, setLastDay] = useState('');
  const [hidePosts, setHidePosts] = useState(false);
  return (
    <ReasonDialog
      {...dialog}
      onDecide={(given) => onDecide({ ...given, endsAt: endOf(lastDay), hidePosts })}
      below={
        <>
          <Field
            label="Until the end of"
            type="date"
            value={lastDay}
            hint="Without a day, until an admin restores them."
            onChange={({ currentTarget }) => setLastDay(currentTarget.value)}
          />
          <label className="flex min-h-10 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              checked={hidePosts}
              onChange={({ target }) => setHidePosts(target.checked)}
              className="size-6 shrink-0 accent-accent"
            />
            Hide their posts until then
          </label>
        </>
      }
    />
  );
}
