import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { PastBoardAnswer, PastBoardLine } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button, ShowMore } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { LoadFailure, Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { WrappedName } from '../../../components/WrappedName.tsx';
import { boostNames } from '../../../lib/boosts.ts';
import { formatMoment, formatShortDate, weekDays, weekNumber } from '../../../lib/dates.ts';
import { counted, DELETED_ACCOUNT, formatWhole } from '../../../lib/wording.ts';
import { localTime, momentOf } from '../audit/trail.ts';
import { boardViewers } from '../entity-links/entity-pages.ts';
import { BackLink, PageTitle } from '../layout/page.tsx';
import { PlaceDifferences } from '../projections/Archive.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { WholeTable } from '../table/DataTable.tsx';
import type { Columns } from '../table/table.tsx';

type Progress = NonNullable<PastBoardLine['progress']>;

/** When it is asked again whether another board is done, in milliseconds. */
const againMs = 2000;

/** The server builds one board at a time. */
const isAnotherBuilt = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/** Reads the lines of a stream until the one with the board. @throws Error with the problem, or if the stream breaks off */
async function boardIn(
  stream: ReadableStream<Uint8Array>,
  onProgress: (progress: Progress) => void,
): Promise<PastBoardAnswer> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { progress, board, problem } = JSON.parse(line) as PastBoardLine;
      if (problem !== null) throw new Error(problem);
      if (board) return board;
      if (progress) onProgress(progress);
    }
  }
  throw new Error('The connection was lost. Please try again.');
}

/** The board as it was. The server stops building it when nobody looks any more. */
const pastBoardQuery = (at: string, onProgress: (progress: Progress) => void) =>
  queryOptions({
    queryKey: queryKeys.backOffice.pastBoard(at),
    queryFn: async ({ signal }) => {
      const call = api.GET('/api/rtm-sys/as-of/board', {
        params: { query: { at } },
        parseAs: 'stream',
        signal,
      });
      return boardIn(await bodyOf<ReadableStream<Uint8Array>>(call as never), onProgress);
    },
    retry: (_, error) => isAnotherBuilt(error),
    retryDelay: againMs,
    // The past stays, and to fold it again takes long.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

type Row = PastBoardAnswer['posts'][number];

/** How many posts are shown at first, and how many more each time. */
const step = 50;

/** Post and person lead to what they were at the same moment. */
const columnsAt = (at: string): Columns<Row> => ({
  rank: ['Rank', ({ rank }) => rank, 'number'],
  post: [
    'Post',
    ({ id, publishedAt, week, isDifferent }) => (
      <div className="min-w-28">
        <Link
          to="/rtm-sys/as-of/$kind/$id"
          params={{ kind: 'post', id }}
          search={{ at }}
          className="text-link whitespace-nowrap"
        >
          {formatShortDate(publishedAt)}
        </Link>{' '}
        <span className="block text-sm text-soft">{week}</span>
        {isDifferent && <Tag look="attention">Differs</Tag>}
      </div>
    ),
  ],
  owner: [
    'By',
    ({ ownerId, username, displayUsername }) => (
      <Link
        to="/rtm-sys/as-of/$kind/$id"
        params={{ kind: 'person', id: ownerId }}
        search={{ at }}
        className="text-link"
      >
        <WrappedName>{displayUsername ?? username ?? DELETED_ACCOUNT}</WrappedName>
      </Link>
    ),
  ],
  average: ['Average', ({ average }) => average, 'number'],
  votes: ['Votes', ({ votes }) => formatWhole(votes), 'number'],
  likes: ['Likes', ({ likes }) => formatWhole(likes), 'number'],
  comments: ['Comments', ({ comments }) => formatWhole(comments), 'number'],
  boost: ['Boost', ({ boostType }) => (boostType ? boostNames[boostType] : '–')],
});

function Comparison({ comparison }: Pick<PastBoardAnswer, 'comparison'>) {
  if (!comparison) return <p>The last week that had ended then has no archive.</p>;
  const { week, ranks, posts, differences, listed } = comparison;
  return (
    <>
      <p>
        {differences === 0
          ? `The archive of ${week} has the same ${counted(ranks, 'post')} with the same places and scores.`
          : `${week}: ${counted(differences, 'post')} of ${formatWhole(Math.max(ranks, posts))} had another place or other scores than in the archive.`}{' '}
        <Link to="/leaderboard" search={{ tab: 'week', week }} className="text-link">
          Open the week
        </Link>
      </p>
      <PlaceDifferences listed={listed} differences={differences} other="At this moment" />
    </>
  );
}

function PastBoard({ board }: { board: PastBoardAnswer }) {
  const { at, position, events, count, posts, comparison, isIncomplete } = board;
  const [shown, setShown] = useState(step);
  return (
    <>
      {isIncomplete && (
        <Notice look="calm">
          An event can’t be read or applied. The pages of the site leave it out, too.
        </Notice>
      )}
      <Section
        title="Archive"
        intro="The last week that had ended, by the posts of this moment, beside its archive."
      >
        <Comparison comparison={comparison} />
      </Section>
      <Section title="Board">
        <p className="mb-4">
          {at === null ? (
            'Nothing had happened yet.'
          ) : (
            <>
              {counted(count, 'post')} on {formatMoment(at)},{' '}
              <span className="text-soft">
                from {counted(events, 'event')} until position {position}.
              </span>
            </>
          )}
        </p>
        {posts.length > 0 && (
          <WholeTable
            label="The board as it was"
            columns={columnsAt(String(position))}
            rows={posts.slice(0, shown)}
            keyOf={({ id }) => id}
          />
        )}
        {shown < posts.length && <ShowMore busy={false} onClick={() => setShown(shown + step)} />}
        {shown >= posts.length && count > posts.length && (
          <p className="mt-4 text-soft">The first {formatWhole(posts.length)} are shown.</p>
        )}
      </Section>
    </>
  );
}

const hourMs = 3_600_000;
const MOST_CLOSINGS = 10;

/** The last weeks that were closed. */
const closingsQuery = queryOptions({
  queryKey: queryKeys.backOffice.closings,
  queryFn: () => bodyOf(api.GET('/api/leaderboard/weeks')),
});

/** Moments that are often asked for, as a field for local times has them, each with its name. */
function useMoments(): readonly (readonly [time: string, name: string])[] {
  const { data: weeks = [] } = useQuery(closingsQuery);
  const [now] = useState(Date.now);
  const recent = [
    [new Date(now - hourMs), 'An hour ago'],
    [new Date(new Date(now).setHours(0, 0, 0, 0)), 'Today, 00:00'],
  ] as const;
  return [
    ...recent.map(([moment, name]) => [localTime(moment.toISOString()), name] as const),
    ...weeks
      .slice(0, MOST_CLOSINGS)
      .map(
        ({ week, endsAt }) =>
          [localTime(endsAt), `Closing of week ${weekNumber(week)} (${weekDays(week)})`] as const,
      ),
  ];
}

/** Chooses the time, in the reader's time zone. Without one, it is now. */
function MomentForm({ at, onChoose }: { at: string | undefined; onChoose: (at: string) => void }) {
  const [time, setTime] = useState(at?.includes('T') ? localTime(at) : '');
  const moments = useMoments();
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(momentOf(time, true) ?? new Date().toISOString());
      }}
    >
      <Field
        label="Time"
        type="datetime-local"
        step={1}
        hint="Empty for now"
        className="w-full sm:w-72"
        value={time}
        onChange={({ currentTarget: { value } }) => setTime(value)}
      />
      <label className="w-full font-semibold sm:w-72">
        <span className="mb-1.5 block">Or a moment</span>
        <select
          value={moments.some(([moment]) => moment === time) ? time : ''}
          onChange={({ currentTarget: { value } }) => setTime(value)}
          className="h-12 w-full rounded-control border-[1.5px] border-line bg-sheet px-3 font-normal hover:border-ink"
        >
          <option value="">–</option>
          {moments.map(([moment, name]) => (
            <option key={name} value={moment}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" className="sm:mt-8">
        Show the Board
      </Button>
    </form>
  );
}

interface BuildingProps {
  progress: Progress | undefined;
  isWaiting: boolean;
  onStop: () => void;
}

function Building({ progress, isWaiting, onStop }: BuildingProps) {
  return (
    <Section title={isWaiting ? 'Another Board Is Being Built' : 'Building the Board'}>
      <progress
        aria-label="Progress of the board"
        className="h-2.5 w-full accent-accent"
        {...(progress && progress.end > 0 && !isWaiting && { value: progress.position, max: progress.end })}
      />
      <p className="mt-2 text-soft tabular-nums">
        {isWaiting
          ? 'There is one at a time. This one starts when that one is done.'
          : progress
            ? `${formatWhole(progress.events)} ${progress.events === 1 ? 'event' : 'events'} read.`
            : 'Starting…'}
      </p>
      <Button look="secondary" className="mt-4" onClick={onStop}>
        Stop
      </Button>
    </Section>
  );
}

/** The board of a moment: how far it is, then the board. */
function BoardOf({ at, onStop }: { at: string; onStop: () => void }) {
  const [progress, setProgress] = useState<Progress>();
  const { data, error, failureReason, refetch } = useQuery(pastBoardQuery(at, setProgress));
  const said = data
    ? `The board is here: ${counted(data.count, 'post')}.`
    : error
      ? ''
      : 'The board is being built.';
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {data ? (
        <PastBoard board={data} />
      ) : error ? (
        <LoadFailure text={messageOf(error, 'The board could not be built.')} onRetry={refetch} />
      ) : (
        <Building progress={progress} isWaiting={isAnotherBuilt(failureReason)} onStop={onStop} />
      )}
    </>
  );
}

export function PastBoardPage() {
  /** A time, a position or the id of an event; undefined before one is chosen. */
  const { at } = useSearch({ from: '/rtm-sys/as-of/board' });
  const { data: admin } = useQuery(adminQuery);
  const navigate = useNavigate();
  const choose = (moment: string | undefined) =>
    void navigate({ to: '/rtm-sys/as-of/board', search: { at: moment }, resetScroll: false });
  return (
    <div className="max-w-wide">
      <BackLink to="/rtm-sys/audit">Audit Trail</BackLink>
      <PageTitle intro="The board of all posts as it was at a moment, computed from all events, beside the live one. The work stops when you leave.">
        The Board as It Was
      </PageTitle>
      {admin && !boardViewers.has(admin.role) && (
        <Notice look="danger">Your role does not allow this.</Notice>
      )}
      {boardViewers.has(admin?.role) && (
        <div className="space-y-6">
          <Section title="Moment">
            <MomentForm key={at} at={at} onChoose={choose} />
          </Section>
          {at !== undefined && <BoardOf key={at} at={at} onStop={() => choose(undefined)} />}
        </div>
      )}
    </div>
  );
}
