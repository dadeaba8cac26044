import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isNotFound, messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { AuditDetails, StoredEvent, TrailLine } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { LoadFailure, Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { toastFailure } from '../../../components/toast.ts';
import { formatMoment, formatTime } from '../../../lib/dates.ts';
import { pathOf } from '../acts/act.ts';
import { BackLink, Facts, PageTitle } from '../layout/page.tsx';
import type { AdminRole } from '../layout/sections.ts';
import { adminQuery } from '../session/admin.queries.ts';
import { WholeTable } from '../table/DataTable.tsx';
import type { Columns } from '../table/table.tsx';
import { LineSentence, roleNames, Subjects } from './line.tsx';
import { type Caused, causesOf, eventName, isPersonal } from './trail.ts';

/** Deeper levels are not moved further to the right, so that they keep their width. */
const DEEPEST = 5;

interface CauseTreeProps {
  /** Oldest first. */
  lines: readonly TrailLine[];
  currentId: string;
  role: AdminRole | undefined;
}

/** Lines under those that caused them. */
function CauseTree({ lines, currentId, role }: CauseTreeProps) {
  return <Branches of={causesOf(lines)} depth={0} currentId={currentId} role={role} />;
}

interface BranchesProps extends Omit<CauseTreeProps, 'lines'> {
  of: readonly Caused<TrailLine>[];
  depth: number;
}

function Branches({ of, depth, currentId, role }: BranchesProps) {
  const indent = depth === 0 || depth > DEEPEST ? '' : 'ml-1 border-l-2 border-rule pl-3 sm:pl-4';
  return (
    <ol className={indent}>
      {of.map(({ line, effects }) => {
        const isCurrent = line.id === currentId;
        return (
          <li key={line.id}>
            <div className={`py-1.5 ${isCurrent ? 'rounded-control bg-wash px-2' : ''}`}>
              {isCurrent ? (
                <span className="mr-2" aria-current="true">
                  <Tag look="attention">This event</Tag>
                </span>
              ) : (
                <Link
                  to="/rtm-sys/audit/$eventId"
                  params={{ eventId: line.id }}
                  aria-label={`Open ${eventName(line.type)}, ${formatTime(line.at)}`}
                  className="mr-2 text-link tabular-nums"
                >
                  {formatTime(line.at)}
                </Link>
              )}
              <span className="[overflow-wrap:anywhere]">
                <LineSentence line={line} role={role} />
              </span>
            </div>
            {effects.length > 0 && (
              <Branches of={effects} depth={depth + 1} currentId={currentId} role={role} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

function LineFacts({ line, role }: { line: TrailLine; role: AdminRole | undefined }) {
  const { actor, at, reason, requestId, correlationId, position, id, type } = line;
  return (
    <Facts
      facts={[
        [
          'When',
          <time key="at" dateTime={at}>
            {formatMoment(at)}
          </time>,
        ],
        ['Who', `${actor.name} (${roleNames[actor.role] ?? actor.role})`],
        [
          'Everything about',
          line.subjects.length > 0 ? <Subjects key="about" line={line} role={role} /> : null,
        ],
        ['Reason', reason?.label],
        [
          'Request',
          requestId && (
            <Link key="request" to="/rtm-sys/audit" search={{ request: requestId }} className="text-link">
              <code>{requestId}</code>
            </Link>
          ),
        ],
        [
          'Belongs to',
          correlationId === null || correlationId === requestId ? null : (
            <Link
              key="correlation"
              to="/rtm-sys/audit"
              search={{ correlation: correlationId }}
              className="text-link"
            >
              <code>{correlationId}</code>
            </Link>
          ),
        ],
        ['Event', <code key="type">{type}</code>],
        ['Id', <code key="id">{id}</code>],
        ['Position in the log', position],
      ]}
    />
  );
}

type Change = AuditDetails['changes'][number];

const changeColumns: Columns<Change> = {
  field: ['Field', ({ field }) => <code className="whitespace-nowrap">{field}</code>],
  before: ['Before', ({ before }) => valueOf(before)],
  after: ['After', ({ after }) => valueOf(after)],
};

function valueOf(json: string | null) {
  return json && <code className="block min-w-32 [overflow-wrap:anywhere]">{json}</code>;
}

/** The roles that may see what is personal in an event. */
const lookers: ReadonlySet<AdminRole> = new Set(['finance', 'owner']);

interface StoredProps {
  id: string;
  type: string;
  /** With what is personal as null. */
  stored: StoredEvent;
  role: AdminRole | undefined;
}

/** The event as it is stored. What is personal is shown when it is asked for, and the server records each look. */
function Stored({ id, type, stored, role }: StoredProps) {
  const look = useMutation({
    mutationFn: () => bodyOf(api.POST('/api/rtm-sys/audit/{id}/look', pathOf({ id }))),
    onError: (error) => toastFailure('Failed to show the event', messageOf(error)),
  });
  const { stream, revision, data, metadata } = look.data ?? stored;
  const isMasked = isPersonal(type) && !look.data;
  const blocks = [
    ['Data', data],
    ['Metadata', metadata],
  ] as const;
  return (
    <>
      <Facts
        facts={[
          ['Stream', <code key="stream">{stream}</code>],
          ['Revision', revision],
        ]}
      />
      {blocks.map(([name, value]) => (
        <div key={name} className="mt-4">
          <h3 className="font-semibold">{name}</h3>
          {/* The box can be scrolled by key. */}
          <pre
            aria-label={name}
            role="region"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            className="mt-1.5 max-h-96 overflow-auto rounded-control border border-rule bg-paper p-3 text-sm"
          >
            {JSON.stringify(value, null, 2)}
          </pre>
        </div>
      ))}
      {isMasked && (
        <p className="mt-4 text-soft">
          What is personal shows as null.
          {role !== undefined && !lookers.has(role) && ' Your role may not see it.'}
        </p>
      )}
      {isMasked && role !== undefined && lookers.has(role) && (
        <Button look="secondary" className="mt-3" busy={look.isPending} onClick={() => look.mutate()}>
          Look: Your Look Is Recorded
        </Button>
      )}
      {look.data && (
        <div className="mt-4">
          <Notice look="calm">This is the whole event. Your look is recorded in the audit trail.</Notice>
        </div>
      )}
    </>
  );
}

function EventDetails({ details }: { details: AuditDetails }) {
  const { data: admin } = useQuery(adminQuery);
  const role = admin?.role;
  const { line, stored, changes, related, hasMore } = details;
  return (
    <>
      <PageTitle>{eventName(line.type)}</PageTitle>
      <p className="-mt-2 mb-6 text-lg [overflow-wrap:anywhere]">
        <LineSentence line={line} role={role} />
      </p>
      <div className="space-y-6">
        {line.problem !== null && <Notice look="danger">{line.problem}</Notice>}
        <Section title="Facts">
          <LineFacts line={line} role={role} />
        </Section>
        <Section title="What It Changed" intro="The state before the event and after it.">
          {changes.length === 0 ? (
            <p className="text-soft">It changed nothing that later decisions depend on.</p>
          ) : (
            <WholeTable
              label="What it changed"
              columns={changeColumns}
              rows={changes}
              keyOf={({ field }) => field}
            />
          )}
        </Section>
        <Section title="Causes and Effects" intro="What led to it, and what followed from it.">
          {related.length <= 1 ? (
            <p className="text-soft">Nothing else belongs to it.</p>
          ) : (
            <CauseTree lines={related} currentId={line.id} role={role} />
          )}
          {hasMore && line.correlationId !== null && (
            <Link
              to="/rtm-sys/audit"
              search={{ correlation: line.correlationId }}
              className="mt-3 inline-block text-link"
            >
              There is more: show all lines
            </Link>
          )}
        </Section>
        {stored && (
          <Section title="As Stored">
            <Stored id={line.id} type={line.type} stored={stored} role={role} />
          </Section>
        )}
      </div>
    </>
  );
}

/** One event: what it says and changed, what led to it and what followed, and how it is stored. */
export function EventPage() {
  const { eventId: id } = useParams({ from: '/rtm-sys/audit_/$eventId' });
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.backOffice.event(id),
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/audit/{id}', pathOf({ id }))),
    // What follows from it may come later.
    refetchOnMount: 'always',
  });
  const isMissing = isNotFound(error);
  return (
    <div className="max-w-reading">
      <BackLink to="/rtm-sys/audit">Audit Trail</BackLink>
      {data ? (
        <EventDetails details={data} />
      ) : (
        <>
          <PageTitle>{isMissing ? 'Event not found' : 'Event'}</PageTitle>
          {isMissing && <p>It does not exist, or your role may not see it.</p>}
          {error && !isMissing && (
            <LoadFailure text={messageOf(error, 'The event could not be loaded.')} onRetry={refetch} />
          )}
        </>
      )}
    </div>
  );
}
