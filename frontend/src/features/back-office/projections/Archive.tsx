import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { backgroundHeader } from '../../../api/background-requests.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { PlaceDifference, WeekRecount } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { counted } from '../../../lib/wording.ts';
import type { Act } from '../acts/act.ts';
import { ActButtons, useActs } from '../acts/use-acts.tsx';
import { WholeTable } from '../table/DataTable.tsx';
import type { Columns } from '../table/table.tsx';
import { operation } from './parts.tsx';

/** How often a running recount is read again, and how often any other, in milliseconds: others may begin one. */
const RUNNING_PERIOD = 1000;
const PERIOD = 10_000;

const recountQuery = queryOptions({
  queryKey: queryKeys.backOffice.recount,
  queryFn: () => bodyOf(api.GET('/api/rtm-sys/weeks/recount', { headers: backgroundHeader })),
  refetchOnMount: 'always',
  refetchInterval: ({ state: { data } }) => {
    const state = data?.recount?.state;
    return state === 'waiting' || state === 'counting' ? RUNNING_PERIOD : PERIOD;
  },
});

function placeIn(place: PlaceDifference['recorded']): string {
  if (place === null) return 'no rank';
  const { rank, scoreTenths, scoreCount } = place;
  return `rank ${rank}, ${scoreTenths / 10} points in ${counted(scoreCount, 'score')}`;
}

const columnsOf = (other: string): Columns<PlaceDifference> => ({
  post: [
    'Post',
    ({ postId }) => (
      <Link to="/rtm-sys/post/$id" params={{ id: postId }} className="text-link [overflow-wrap:anywhere]">
        {postId}
      </Link>
    ),
  ],
  recorded: ['In the archive', ({ recorded }) => placeIn(recorded)],
  counted: [other, (difference) => placeIn(difference.counted)],
});

interface PlaceDifferencesProps {
  /** The first of them. */
  listed: readonly PlaceDifference[];
  /** How many there are. */
  differences: number;
  /** What the archive is compared with. */
  other: string;
}

/** The posts whose places differ from the archive of a week. */
export function PlaceDifferences({ listed, differences, other }: PlaceDifferencesProps) {
  if (listed.length === 0) return null;
  return (
    <div className="mt-4">
      <WholeTable
        label="Differences of the archive"
        columns={columnsOf(other)}
        rows={listed}
        keyOf={({ postId }) => postId}
      />
      {differences > listed.length && <p className="mt-2 text-soft">The first {listed.length} are listed.</p>}
    </div>
  );
}

type Comparison = NonNullable<WeekRecount['comparison']>;

/** In what a recount differs from the archive of its week. */
function ArchiveDifferences({ week, comparison }: { week: string; comparison: Comparison }) {
  const { ranks, differences, listed } = comparison;
  return (
    <>
      <Notice look="calm">
        {differences === 0
          ? `The archive of ${week} equals the recount: ${counted(ranks, 'rank')}.`
          : `${week}: the recount has another place or other scores for ${counted(differences, 'post')}.`}
      </Notice>
      <PlaceDifferences listed={listed} differences={differences} other="By the recount" />
    </>
  );
}

/** That the recount of a week waits for a decision; nothing without one. */
export function OnRecount() {
  const recount = useQuery(recountQuery).data?.recount;
  if (!recount?.comparison) return null;
  return <Tag look="attention">{`Recount of ${recount.week} to decide on`}</Tag>;
}

/** How far a recount is, and what it has found. */
function Recount({ recount }: { recount: WeekRecount }) {
  const { week, state, position, before, comparison, error } = recount;
  if (error !== null) {
    return <Notice look="danger">{`${week} was not counted: ${error}`}</Notice>;
  }
  if (comparison) return <ArchiveDifferences week={week} comparison={comparison} />;
  return (
    <div>
      <p className="mb-2 font-semibold">
        {state === 'waiting' ? `${week} waits for other builds.` : `Counting ${week}`}
      </p>
      <progress
        aria-label="Progress of the recount"
        className="h-2.5 w-full accent-accent"
        {...(state === 'counting' && { value: Math.min(position, before), max: before })}
      />
    </div>
  );
}

/** A closed week, and the closing whose recount was compared. */
interface Week {
  name: string;
  closing: string;
}

const about = ({ name: week }: Week, reason: string) => ({ params: { path: { week } }, body: { reason } });

const recounting = operation<Week>({
  name: 'Recount',
  confirm: 'primary',
  about:
    'The week is computed again from all events up to its closing, beside the archive, and both are compared. Nothing changes before you accept it.',
  done: 'The recount has started',
  call: (week, reason) => api.POST('/api/rtm-sys/weeks/{week}/recount', about(week, reason)),
});

const throwAway = operation<Week>({
  name: 'Throw Away',
  confirm: 'danger',
  about: 'The recount ends. The archive stays as it is.',
  done: 'The recount was thrown away',
  call: (week, reason) => api.POST('/api/rtm-sys/weeks/{week}/throw-away', about(week, reason)),
});

const accept = operation<Week>({
  name: 'Accept',
  confirm: 'danger',
  about:
    'The week is opened and closed again, with the ranks of the recount. They are what everybody sees from then on. What people were told stays told. This cannot be undone.',
  done: 'The week is closed with the ranks of the recount',
  call: ({ closing, ...week }, reason) => {
    const { params, body } = about({ closing, ...week }, reason);
    return api.POST('/api/rtm-sys/weeks/{week}/reopen', { params, body: { ...body, closing } });
  },
});

/** Counts a closed week again, compares that with its archive, and accepts it or throws it away. */
export function Archive() {
  const id = useId();
  const weeks = useQuery({
    queryKey: queryKeys.backOffice.closedWeeks,
    queryFn: () => bodyOf(api.GET('/api/rtm-sys/weeks', { headers: backgroundHeader })),
    refetchOnMount: 'always',
  });
  const recounts = useQuery(recountQuery);
  const { begin, dialogs } = useActs<Week>('week', queryKeys.backOffice.closedWeeks);
  const [chosen, setChosen] = useState<string>();
  const recount = recounts.data?.recount ?? null;
  const closed = weeks.data?.weeks ?? [];
  const isOver = recount === null || recount.state === 'failed';
  const name = isOver ? (chosen ?? closed[0]?.week) : recount.week;
  const error = weeks.error ?? recounts.error;
  const buttons = (...acts: Act<Week>[]) =>
    name !== undefined && (
      <ActButtons acts={acts} row={{ name, closing: recount?.closing ?? '' }} begin={begin} />
    );
  return (
    <Section
      title="Closed Weeks"
      intro="The archive of a closed week is made of events, so a rebuild never changes it. A recount says what the log knew when the week was closed. An erasure throws it away."
    >
      <div className="space-y-5">
        {error && <Notice look="danger">{messageOf(error, 'The weeks could not be loaded.')}</Notice>}
        <div role="status" className="empty:sr-only">
          {recount && <Recount recount={recount} />}
          {weeks.data && name === undefined && <p>No week is closed yet.</p>}
        </div>
        {name !== undefined && isOver && (
          <div className="flex flex-wrap items-end gap-3">
            <div className="max-sm:w-full">
              <label htmlFor={id} className="mb-1.5 block font-semibold">
                Week
              </label>
              <select
                id={id}
                value={name}
                onChange={({ target }) => setChosen(target.value)}
                className="h-12 w-full rounded-control border-[1.5px] border-line bg-sheet px-3.5 hover:border-ink"
              >
                {closed.map((known) => (
                  <option key={known.week} value={known.week}>
                    {known.week}, {counted(known.ranks, 'rank')}
                  </option>
                ))}
              </select>
            </div>
            {buttons(recounting)}
          </div>
        )}
        {!isOver && (
          <div className="flex flex-wrap gap-3">
            {(recount.comparison?.differences ?? 0) > 0 && buttons(accept)}
            {buttons(throwAway)}
          </div>
        )}
      </div>
      {dialogs}
    </Section>
  );
}
