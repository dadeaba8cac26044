import type { Act } from '../../../api/generated/schema.d.ts';
import { decisionReasons, type ReasonCode } from '../../../api/reasons.ts';
import { Tag } from '../../../components/Tag.tsx';
import { formatMinute } from '../../../lib/dates.ts';
import { TrailLink } from '../entity-links/EntityLinks.tsx';
import { withdrawing } from './act.ts';
import { undoing } from './ask.tsx';
import { SelfDecisionTag } from './self-decision.tsx';
import { ActButtons, useActs } from './use-acts.tsx';

function isReason(code: string | null): code is ReasonCode {
  return code !== null && code in decisionReasons;
}

const nameOf = ({ name, createdAt }: Act): string => `${name}, ${formatMinute(createdAt)}`;

const actsOnActs = [
  {
    ...withdrawing<Act>(),
    isFor: (act: Act) => act.canWithdraw,
    label: (act: Act) => `Withdraw: ${nameOf(act)}`,
  },
  undoing<Act>(({ id }) => id, {
    name: 'Undo',
    isFor: ({ canUndo }) => canUndo,
    label: (act) => `Undo: ${nameOf(act)}`,
    about: 'What later acts did stays. Admins see the reason in the list of acts.',
  }),
];

/** What admins did to one thing, newest first, and undoing it. */
export function ActHistory({ acts }: { acts: readonly Act[] }) {
  const { begin, dialogs } = useActs<Act>('act');
  if (acts.length === 0) return <p className="text-soft">No admin has done anything yet.</p>;
  return (
    <>
      <ul className="divide-y divide-rule border-y border-rule">
        {acts.map((act) => {
          const { id, name, adminName, createdAt, reason, note, undone, own, refused } = act;
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-1.5 font-semibold">
                  <span>{name}</span>
                  {undone && <Tag>Undone</Tag>}
                  {refused !== null && <Tag look="attention">Not done</Tag>}
                  <SelfDecisionTag own={own} />
                </p>
                <p className="text-[0.9375rem] text-soft">
                  {adminName ?? 'The server'} · {formatMinute(createdAt)}
                </p>
                {refused !== null && <p className="text-[0.9375rem]">{refused}</p>}
                {own?.status === 'waiting' && (
                  <p className="text-[0.9375rem]">
                    {own.isUndo ? 'It is undone' : 'It takes effect'} on {formatMinute(own.dueAt)} unless it
                    is withdrawn: it is the admin’s own, and no other admin can decide.
                  </p>
                )}
                {own?.status === 'lapsed' && (
                  <p className="text-[0.9375rem]">It had no effect: another admin can decide by now.</p>
                )}
                {isReason(reason) && <p className="text-[0.9375rem]">{decisionReasons[reason]}</p>}
                {note && <p className="text-[0.9375rem]">“{note}”</p>}
                {undone && (
                  <p className="text-[0.9375rem] text-soft">
                    {`Undone by ${undone.byName ?? 'the server'} · ${formatMinute(undone.at)}`}
                    {undone.reason && <span>{`: ${undone.reason}`}</span>}
                  </p>
                )}
              </div>
              <ActButtons acts={actsOnActs} row={act} begin={begin} className="min-h-10 px-3" />
              <TrailLink subject={{ kind: 'act', id }} name={nameOf(act)} />
            </li>
          );
        })}
      </ul>
      {dialogs}
    </>
  );
}
