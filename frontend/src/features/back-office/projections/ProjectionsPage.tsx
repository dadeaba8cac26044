import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type {
  KernelOverview,
  ProcessList,
  ReactionStatus,
  ViewStatus,
} from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { formatMinute } from '../../../lib/dates.ts';
import { counted, formatWhole } from '../../../lib/wording.ts';
import type { Act } from '../acts/act.ts';
import { askWords } from '../acts/ask.tsx';
import { ActButtons, useActs } from '../acts/use-acts.tsx';
import { PageTitle } from '../layout/page.tsx';
import { WholeTable } from '../table/DataTable.tsx';
import type { Columns } from '../table/table.tsx';
import { OnRecount } from './Archive.tsx';
import {
  Alarming,
  OnTrial,
  ViewState,
  known,
  overviewQuery,
  perSecond,
  processesQuery,
  sizeOf,
} from './parts.tsx';

type Unfinished = KernelOverview['unfinished'][number];
type Quarantined = KernelOverview['quarantine'][number];
type Process = ProcessList['processes'][number];
type Alarm = KernelOverview['alarms'][number];

const retrying = (reaction: string | null): Act<string | null> => ({
  name: 'Retry',
  label: () => (reaction === null ? 'Retry the quarantine' : `Retry ${reaction}`),
  title: () => (reaction === null ? 'Retry the Quarantine?' : `Retry ${reaction}?`),
  about:
    reaction === null
      ? 'All events are decoded again. Views of those that can be decoded now are rebuilt. This cannot be undone.'
      : 'Its waiting and parked events are tried at once. What they lead to, such as mails, cannot be undone.',
  failure: () => ['Failed to retry', 'Please try again.'],
  ask: askWords(
    async (name, reason) => {
      const body = { reason };
      const { handled, left } = await bodyOf(
        name === null
          ? api.POST('/api/rtm-sys/quarantine/retry', { body })
          : api.POST('/api/rtm-sys/reactions/{name}/retry', { params: { path: { name } }, body }),
      );
      return { actIds: [], said: { title: `${counted(handled, 'event')} handled, ${left} left` } };
    },
    { look: 'primary' },
  ),
});

/** Asks why, and retries a reaction, or the quarantine (null). */
function Retry({ reaction }: { reaction: string | null }) {
  const { begin, dialogs } = useActs<string | null>('event', queryKeys.backOffice.projections);
  return (
    <>
      <ActButtons acts={[retrying(reaction)]} row={reaction} begin={begin} className="min-h-10 px-3" />
      {dialogs}
    </>
  );
}

const viewColumns: Columns<ViewStatus> = {
  name: [
    'View',
    (view) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to="/rtm-sys/projection/$name"
          params={{ name: view.name }}
          className="min-h-6 leading-6 text-link"
        >
          {view.name}
        </Link>
        <ViewState view={view} />
        <OnTrial view={view} />
        {view.name === 'weekly' && <OnRecount />}
      </span>
    ),
  ],
  version: ['Version', ({ version }) => version, 'number'],
  generation: ['Generation', ({ generation }) => generation ?? 'None'],
  position: ['Position', ({ position }) => formatWhole(position), 'number'],
  lag: ['Lag', ({ lag }) => known(lag), 'number'],
  rate: ['Events/s', ({ eventsPerSecond }) => perSecond(eventsPerSecond), 'number'],
  size: ['Size', sizeOf, 'number'],
  parked: ['Parked', ({ parked }) => <Alarming count={parked} />, 'number'],
  quarantined: ['In quarantine', ({ quarantined }) => <Alarming count={quarantined} />, 'number'],
};

const reactionColumns: Columns<ReactionStatus> = {
  name: ['Reaction', ({ name }) => name],
  position: ['Position', ({ position }) => formatWhole(position), 'number'],
  lag: ['Lag', ({ lag }) => known(lag), 'number'],
  waiting: ['Waiting', ({ waiting }) => <Alarming count={waiting} />, 'number'],
  parked: ['Parked', ({ parked }) => <Alarming count={parked} />, 'number'],
  error: ['Paused because', ({ error }) => <span className="[overflow-wrap:anywhere]">{error ?? '–'}</span>],
  retry: ['Retry', ({ name, waiting, parked }) => (waiting + parked > 0 ? <Retry reaction={name} /> : '–')],
};

const code = (text: string) => <code className="[overflow-wrap:anywhere] select-all">{text}</code>;

/** What is wrong, since when, and what to do. */
function Alarms({ alarms }: { alarms: readonly Alarm[] }) {
  if (alarms.length === 0) return <p className="text-soft">There is no alarm.</p>;
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      {alarms.map(({ name, about, problem, since, remedy }) => (
        <li key={`${name} ${about}`} className="space-y-1 py-3 [overflow-wrap:anywhere]">
          <p>
            <strong className="text-danger">{about}</strong> <code>{name}</code>{' '}
            <span className="text-sm text-soft">since {formatMinute(since)}</span>
          </p>
          <p>{problem}</p>
          <p className="text-soft">{remedy}</p>
        </li>
      ))}
    </ul>
  );
}

/** Leads to the event in the audit trail. */
const eventLink = ({ id, type, position }: Unfinished | Quarantined) => (
  <Link
    to="/rtm-sys/audit/$eventId"
    params={{ eventId: id }}
    className="inline-block min-h-6 leading-6 text-link"
  >
    {`${type}, ${formatWhole(position)}`}
  </Link>
);

const unfinishedColumns: Columns<Unfinished> = {
  reaction: ['Reaction', ({ reaction }) => reaction],
  type: ['Event', eventLink],
  stream: ['Stream', ({ stream }) => code(stream)],
  tries: ['Tries', ({ tries }) => tries, 'number'],
  reason: [
    'Last error',
    ({ reason }) => (
      <span className="[overflow-wrap:anywhere]">{reason ?? 'Queues behind another event'}</span>
    ),
  ],
  dueAt: ['Tried again', ({ dueAt }) => (dueAt ? formatMinute(dueAt) : 'On demand')],
};

const quarantineColumns: Columns<Quarantined> = {
  type: ['Event', eventLink],
  stream: ['Stream', ({ stream }) => code(stream)],
  reason: ['Why', ({ reason }) => reason],
  since: ['Since', ({ since }) => formatMinute(since)],
};

const processColumns: Columns<Process> = {
  role: [
    'Role',
    ({ role, isActive, isLive }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {role}
        {!isLive ? <Tag look="danger">Gone</Tag> : isActive && <Tag look="good">Active</Tag>}
      </span>
    ),
  ],
  place: [
    'Data folder and host',
    ({ place }) => <span className="block min-w-56 [overflow-wrap:anywhere]">{place}</span>,
  ],
  version: ['Version', ({ version }) => version],
  since: ['Since', ({ startedAt }) => <span className="whitespace-nowrap">{formatMinute(startedAt)}</span>],
  seen: ['Seen', ({ silentSeconds }) => (silentSeconds < 5 ? 'Now' : `${silentSeconds} s ago`)],
};

/** The processes of the site; nothing where only one can run. */
function Processes() {
  const { processes = [] } = useQuery(processesQuery).data ?? {};
  if (processes.every(({ role }) => role === 'all') && processes.length < 2) return null;
  return (
    <div className="mb-6">
      <Section
        title="Processes"
        intro="They share the work. The active one keeps the views up to date and runs reactions."
      >
        <WholeTable label="Processes" columns={processColumns} rows={processes} keyOf={({ id }) => id} />
      </Section>
    </div>
  );
}

/** How far the views and reactions are, and what was set aside. */
export function Projections() {
  const { data, error } = useQuery(overviewQuery);
  return (
    <>
      <PageTitle intro="What is computed from the event log, and what reacts to it. The figures refresh by themselves.">
        Projections
      </PageTitle>
      {error && <Notice look="danger">{messageOf(error, 'The figures could not be loaded.')}</Notice>}
      <Processes />
      {data && (
        <div className="space-y-6">
          <Section title="Alarms" intro="What stands still, and what fails again and again.">
            {data.damage !== null && (
              <div className="mb-3 [overflow-wrap:anywhere]">
                <Notice look="danger">{data.damage}</Notice>
              </div>
            )}
            <Alarms alarms={data.alarms} />
          </Section>
          <Section
            title="Views"
            intro={
              data.head === null
                ? 'The event log does not answer.'
                : `The event log ends at position ${formatWhole(data.head)}.`
            }
          >
            <Link
              to="/rtm-sys/audit"
              search={{ action: 'OperationRequested' }}
              className="mb-3 inline-block min-h-6 leading-6 text-link"
            >
              What owners did here
            </Link>
            <WholeTable label="Views" columns={viewColumns} rows={data.views} keyOf={({ name }) => name} />
          </Section>
          <Section title="Reactions" intro="They send mails, delete files, and do what follows from events.">
            <WholeTable
              label="Reactions"
              columns={reactionColumns}
              rows={data.reactions}
              keyOf={({ name }) => name}
            />
            {data.unfinished.length > 0 && (
              <div className="mt-6">
                <h3 className="mb-2 text-xl">Waiting and Parked Events</h3>
                <WholeTable
                  label="Waiting and parked events"
                  columns={unfinishedColumns}
                  rows={data.unfinished}
                  keyOf={({ reaction, id }) => `${reaction} ${id}`}
                />
              </div>
            )}
          </Section>
          <Section
            title="Quarantine"
            intro="Events that cannot be decoded. Views and reactions skip them until they can."
          >
            {data.quarantined === 0 ? (
              <p className="text-soft">No event is in quarantine.</p>
            ) : (
              <>
                <div className="mb-3 flex flex-wrap items-center gap-4">
                  <p className="font-semibold text-danger">{counted(data.quarantined, 'event')}</p>
                  <Retry reaction={null} />
                </div>
                <WholeTable
                  label="Events in quarantine"
                  columns={quarantineColumns}
                  rows={data.quarantine}
                  keyOf={({ id }) => id}
                />
              </>
            )}
          </Section>
        </div>
      )}
    </>
  );
}
