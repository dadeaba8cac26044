import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TrailLine } from '../../../api/generated/schema.d.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { PageTitle } from '../layout/page.tsx';
import type { AdminRole } from '../layout/sections.ts';
import { adminQuery } from '../session/admin.queries.ts';
import { boardViewers } from '../subjects/as-of-kinds.ts';
import type { List } from '../table/list.ts';
import { ListView } from '../table/ListView.tsx';
import { barButton } from '../table/menu-item.ts';
import { useList } from '../table/use-list.ts';
import { auditList } from './audit-list.tsx';
import { NewerLines } from './NewerLines.tsx';
import { localTime, momentOf } from './trail.ts';

/** Filters with a name, for the roles that see more than one of them. */
const tabs: readonly { tab?: string; text: string; roles: readonly AdminRole[] }[] = [
  { text: 'Everything', roles: ['owner', 'moderator'] },
  { tab: 'moderation', text: 'Moderation', roles: ['owner', 'moderator'] },
  { tab: 'payments', text: 'Payments', roles: ['owner'] },
];

function Tabs({ role, chosen }: { role: AdminRole; chosen: string | undefined }) {
  return (
    <nav aria-label="Audit trail" className="mb-5 flex flex-wrap gap-2">
      {tabs
        .filter(({ roles }) => roles.includes(role))
        .map(({ tab, text }) => (
          <Button
            key={text}
            asChild
            look="secondary"
            className={`${barButton} aria-[current=page]:bg-ink aria-[current=page]:text-paper forced-colors:aria-[current=page]:system-chosen`}
          >
            <Link
              to="/rtm-sys/audit"
              search={({ cursor: _, page: __, ...filter }) => ({ ...filter, tab }) as never}
              aria-current={tab === chosen ? 'page' : undefined}
              // Only the parameter says which is open: without one, not each tab of the page.
              activeOptions={{ explicitUndefined: true }}
              activeProps={{}}
            >
              {text}
            </Link>
          </Button>
        ))}
    </nav>
  );
}

const times = [
  ['from', 'From'],
  ['to', 'To'],
] as const;

/** Chooses the time of the lines, in the reader's time zone. */
function Times({ list }: { list: List<TrailLine> }) {
  const { filter, change } = useList(list);
  return (
    <div className="mb-4 grid gap-3 sm:max-w-xl sm:grid-cols-2">
      {times.map(([key, label]) => (
        <Field
          key={key}
          label={label}
          type="datetime-local"
          step={1}
          value={localTime(filter[key])}
          onChange={({ currentTarget: { value } }) => change({ [key]: momentOf(value, key === 'to') }, true)}
        />
      ))}
    </div>
  );
}

const intros: Readonly<Record<AdminRole, string>> = {
  owner: 'Everything that happened, newest first: each line is an event of the log.',
  moderator: 'What happened to content, reports and people, newest first: each line is an event of the log.',
  finance: 'What happened to payments and boosts, newest first: each line is an event of the log.',
};

/** Who did what, to whom and why. */
export function AuditPage() {
  const { data: admin } = useQuery(adminQuery);
  const role = admin?.role;
  const list = useMemo(() => auditList(role), [role]);
  const { filter } = useList(list);
  if (role === undefined) return null;
  return (
    <>
      <PageTitle
        intro={
          boardViewers.has(role) ? (
            <>
              {intros[role]}{' '}
              <Link to="/rtm-sys/as-of/board" className="text-link">
                See the board as it was
              </Link>
            </>
          ) : (
            intros[role]
          )
        }
      >
        Audit Trail
      </PageTitle>
      {role !== 'finance' && <Tabs role={role} chosen={filter['tab']} />}
      <Times list={list} />
      <NewerLines list={list} />
      <ListView list={list} />
    </>
  );
}
