import { useState } from 'react';
import type { Act } from '../../../api/generated/schema.d.ts';
import { type ReasonCode, decisionReasons } from '../../../api/reasons.ts';
import { Button } from '../../../components/Button.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { formatMinute } from '../../../lib/dates.ts';
import { TextReasonDialog } from './TextReasonDialog.tsx';
import { useActs } from './use-acts.tsx';

/** “Post hidden” for `PostHidden`, the type of an event. */
function kindName(kind: string): string {
  return kind.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function isReason(code: string | null): code is ReasonCode {
  return code !== null && code in decisionReasons;
}

/** What admins did to one thing, newest first, and undoing it. */
export function ActList({ acts }: { acts: readonly Act[] }) {
  const { undo, isBusy } = useActs('act');
  const [asked, setAsked] = useState<Act>();
  if (acts.length === 0) return <p className="text-soft">No admin has done anything yet.</p>;
  return (
    <>
      <ul className="divide-y divide-rule border-y border-rule">
        {acts.map((act) => {
          const { id, kind, adminName, createdAt, reason, note, undone } = act;
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <div className="min-w-0">
                <p className="font-semibold">
                  {kindName(kind)} {undone && <Tag>Undone</Tag>}
                </p>
                <p className="text-[0.9375rem] text-soft">
                  {adminName ?? 'The server'} · {formatMinute(createdAt)}
                </p>
                {isReason(reason) && <p className="text-[0.9375rem]">{decisionReasons[reason]}</p>}
                {note && <p className="text-[0.9375rem]">“{note}”</p>}
                {undone && (
                  <p className="text-[0.9375rem] text-soft">
                    Undone by {undone.byName ?? 'the server'} · {formatMinute(undone.at)}
                    {undone.reason && `: ${undone.reason}`}
                  </p>
                )}
              </div>
              {!undone && (
                <Button
                  look="secondary"
                  className="min-h-10 px-3"
                  aria-label={`Undo: ${kindName(kind)}, ${formatMinute(createdAt)}`}
                  onClick={() => setAsked(act)}
                >
                  Undo…
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {asked && (
        <TextReasonDialog
          onClose={() => setAsked(undefined)}
          title="Undo This Act?"
          description="What later acts did stays. Admins see the reason in the list of acts."
          action="Undo"
          busy={isBusy}
          onDecide={(reason) => void undo(asked.id, reason).then(() => setAsked(undefined))}
        />
      )}
    </>
  );
}
