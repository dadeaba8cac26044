import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { backgroundHeader } from '../../../api/background-requests.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { TrailLine } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { NewItems } from '../../../components/NewItems.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { WrappedName } from '../../../components/WrappedName.tsx';
import { formatShortDate, formatTime } from '../../../lib/dates.ts';
import { counted } from '../../../lib/wording.ts';
import { boardViewers } from '../entity-links/entity-pages.ts';
import { barTab } from '../layout/page.tsx';
import type { AdminRole } from '../layout/sections.ts';
import { adminQuery } from '../session/admin.queries.ts';
import { Small, type Table, table } from '../table/table.tsx';
import { TablePage } from '../table/TablePage.tsx';
import { useRows } from '../table/use-rows.ts';
import { LineSentence, roleNames, shortId, Subjects } from './line.tsx';
import { eventName, eventsSeenBy, localTime, momentOf } from './trail.ts';

/** Filters with a name, for the roles that see more than one of them. */
const tabs: readonly { tab?: string; text: string; roles: readonly AdminRole[] }[] = [
  { text: 'Everything', roles: ['owner', 'moderator'] },
  { tab: 'moderation', text: 'Moderation', roles: ['owner', 'moderator'] },
  { tab: 'payments', text: 'Payments', roles: ['owner'] },
];

function Tabs({ role, of }: { role: AdminRole; of: Table<TrailLine> }) {
  const chosen = useRows(of).filter['tab'];
  return (
    <nav aria-label="Audit trail" className="mb-5 flex flex-wrap gap-2">
      {tabs
        .filter(({ roles }) => roles.includes(role))
        .map(({ tab, text }) => (
          <Button key={text} asChild look="secondary" className={barTab}>
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
function Times({ of }: { of: Table<TrailLine> }) {
  const { filter, change } = useRows(of);
  return (
    <div className="grid gap-3 sm:max-w-xl sm:grid-cols-2">
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

/** How often the server is asked, in milliseconds. */
const PERIOD = 10_000;
/** The server counts no further. */
const MOST = 100;

/** Says how many lines are newer than those on the page. The list changes only when they are asked for. */
function NewerLines({ of }: { of: Table<TrailLine> }) {
  const { filter, page, result } = useRows(of);
  const newest = result.data?.rows[0]?.position ?? (result.data?.next === undefined ? 0 : undefined);
  const isFirst = page === 1 && result.data !== undefined && newest !== undefined;
  const query = { ...filter, after: newest ?? 0 };
  const { data } = useQuery({
    queryKey: queryKeys.backOffice.newerLines(query),
    queryFn: () =>
      bodyOf(
        api.GET('/api/rtm-sys/audit/newer', {
          params: { query: query as object },
          headers: backgroundHeader,
        }),
      ),
    enabled: isFirst && !result.isPlaceholderData,
    refetchInterval: PERIOD,
  });
  const count = isFirst ? (data?.count ?? 0) : 0;
  const text = count < MOST ? counted(count, 'new line') : `${MOST} new lines or more`;
  const show = (): void => {
    window.scrollTo({ top: 0 });
    // The button goes, and the focus stays on the page.
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    void result.refetch();
  };
  return <NewItems text={count > 0 ? text : ''} top="top-20 lg:top-4" onShow={show} />;
}

function Who({ line: { actor } }: { line: TrailLine }) {
  const { id, name, role } = actor;
  return (
    <div>
      {id === null ? (
        name
      ) : (
        <Link
          to="/rtm-sys/audit"
          search={({ cursor: _, page: __, ...filter }) => ({ ...filter, actor: id })}
          aria-label={`What ${name} did`}
          className="inline-block min-h-6 leading-6 text-link"
        >
          <WrappedName>{name}</WrappedName>
        </Link>
      )}
      {roleNames[role] !== name && <Small>{roleNames[role] ?? role}</Small>}
    </div>
  );
}

/** The name of a subject in the lines about it; its kind and id without such a line. */
function subjectText(subject: string, lines: readonly TrailLine[]): string {
  const known = lines.flatMap(({ subjects }) => subjects).find(({ kind, id }) => subject === `${kind}:${id}`);
  const [kind = '', ...id] = subject.split(':');
  return `About: ${known?.name ?? `${kind} ${shortId(id.join(':'))}`}`;
}

function actorText(actorId: string, lines: readonly TrailLine[]): string {
  const known = lines.find(({ actor }) => actor.id === actorId);
  return `By: ${known?.actor.name ?? shortId(actorId)}`;
}

const intros: Readonly<Record<AdminRole, string>> = {
  owner: 'Everything that happened, newest first: each line is an event of the log.',
  moderator: 'What happened to content, reports and people, newest first: each line is an event of the log.',
  finance: 'What happened to payments and boosts, newest first: each line is an event of the log.',
};

/** Every event of the log as a line, as far as this role sees them. */
function auditOf(role: AdminRole): Table<TrailLine> {
  const audit: Table<TrailLine> = table('audit', {
    noun: 'line',
    title: 'Audit Trail',
    intro: (
      <>
        {intros[role]}
        {boardViewers.has(role) && (
          <>
            {' '}
            <Link to="/rtm-sys/as-of/board" className="text-link">
              See the board as it was
            </Link>
          </>
        )}
      </>
    ),
    nameOf: ({ type }) => eventName(type),
    exports: ['csv', 'ndjson'],
    filters: {
      action: [
        'Action',
        Object.fromEntries(eventsSeenBy(role)),
        (action) => (action.includes(',') ? `${action.split(',').length} actions` : eventName(action)),
      ],
      role: ['Role', roleNames],
      reason: ['Reason', decisionReasons],
    },
    links: {
      subject: subjectText,
      actor: actorText,
      request: (id) => `Request: ${shortId(id)}`,
      correlation: (id) => `Run: ${shortId(id)}`,
    },
    ranges: ['tab', 'from', 'to'],
    opens: ({ id }) => ({ to: '/rtm-sys/audit/$eventId', params: { eventId: id } }),
    columns: {
      at: [
        'When',
        ({ id, type, at }) => (
          <Link
            to="/rtm-sys/audit/$eventId"
            params={{ eventId: id }}
            aria-label={`Open ${eventName(type)}, ${formatShortDate(at)} ${formatTime(at)}`}
            className="inline-block min-h-6 leading-6 text-link whitespace-nowrap tabular-nums"
          >
            <time dateTime={at}>
              {formatShortDate(at)} <span className="xl:block">{formatTime(at)}</span>
            </time>
          </Link>
        ),
      ],
      sentence: [
        'What happened',
        (line) => (
          <div className="max-w-2xl leading-6 xl:min-w-60 [overflow-wrap:anywhere]">
            <LineSentence line={line} role={role} />
            {line.problem !== null && (
              <span className="mt-1 block">
                <Tag look="danger">Unreadable</Tag> <span className="text-sm text-soft">{line.problem}</span>
              </span>
            )}
          </div>
        ),
        'wide',
      ],
      who: ['Who', (line) => <Who line={line} />],
      about: ['Everything about', (line) => <Subjects line={line} role={role} />],
      reason: ['Reason', ({ reason }) => reason?.label],
      request: [
        'Request',
        ({ requestId }) =>
          requestId && (
            <Link
              to="/rtm-sys/audit"
              search={{ request: requestId }}
              aria-label={`Everything of the request ${shortId(requestId)}`}
              className="inline-block min-h-6 leading-6 text-link"
            >
              <code>{shortId(requestId)}</code>
            </Link>
          ),
      ],
      type: ['Event', ({ type }) => eventName(type), 'optional'],
      position: ['Position', ({ position }) => position, 'number', 'optional'],
    },
  });
  const top = (
    <>
      {role !== 'finance' && <Tabs role={role} of={audit} />}
      <NewerLines of={audit} />
    </>
  );
  return { ...audit, top, fields: <Times of={audit} /> };
}

/** Who did what, to whom and why. */
export function AuditTrail() {
  const { data: admin } = useQuery(adminQuery);
  const role = admin?.role;
  const audit = useMemo(() => role && auditOf(role), [role]);
  return audit && <TablePage of={audit} />;
}
