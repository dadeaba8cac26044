import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Act } from '../../../api/generated/schema.d.ts';
import { decisionReasons, isReason } from '../../../api/reasons.ts';
import { Tag } from '../../../components/Tag.tsx';
import { formatMinute } from '../../../lib/dates.ts';
import { pageOf } from '../entity-links/entity-pages.ts';
import { TrailLink } from '../entity-links/EntityLinks.tsx';
import { rowButton } from '../layout/page.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { withdrawing } from './act.ts';
import { undoing } from './ask.tsx';
import { SelfDecisionTag } from './self-decision.tsx';
import { ActButtons, useActs } from './use-acts.tsx';

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

interface ActHistoryProps {
  acts: readonly Act[];
  /** Whether each leads to what it was about, where they are about several things. */
  hasSubjects?: boolean;
}

/** What an act was about, if that has a page. */
function SubjectLink({ subject: { kind, id } }: Pick<Act, 'subject'>) {
  const { data: admin } = useQuery(adminQuery);
  if (kind !== 'post' && kind !== 'comment' && kind !== 'report') return null;
  const page = pageOf({ kind, id }, admin?.role);
  return (
    page && (
      <Link {...page} className="text-link">
        <span className="capitalize">{kind}</span>
      </Link>
    )
  );
}

/** What admins did, newest first, and undoing it. */
export function ActHistory({ acts, hasSubjects = false }: ActHistoryProps) {
  const { begin, dialogs } = useActs<Act>('act');
  if (acts.length === 0) return <p className="text-soft">No admin has done anything yet.</p>;
  return (
    <>
      <ul className="divide-y divide-rule border-y border-rule">
        {acts.map((act) => {
          const { id, name, adminName, createdAt, reason, note, undone, own, refused, subject } = act;
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
              <div className="min-w-0 grow basis-40">
                <p className="flex flex-wrap items-center gap-x-1.5 font-semibold">
                  <span>{name}</span>
                  {undone && <Tag>Undone</Tag>}
                  {refused !== null && <Tag look="attention">Not done</Tag>}
                  <SelfDecisionTag own={own} />
                </p>
                <p className="text-[0.9375rem] text-soft">
                  {adminName ?? 'The server'} · {formatMinute(createdAt)}{' '}
                  {hasSubjects && <SubjectLink subject={subject} />}
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
              <ActButtons acts={actsOnActs} row={act} begin={begin} className={rowButton} />
              <TrailLink subject={{ kind: 'act', id }} name={nameOf(act)} />
            </li>
          );
        })}
      </ul>
      {dialogs}
    </>
  );
}
