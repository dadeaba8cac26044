import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { hallOfFameQuery, type TimedBoard } from '../../api/boards.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { latestAhead } from '../../api/server-clock.ts';
import { formatMinute, timeLeft, weekAfter, weekDays, weekNumber } from '../../lib/dates.ts';
import { lazily } from '../../lib/lazily.ts';
import { useNow } from '../../lib/use-now.ts';

/**
 * After the end of a week the new board is requested with this delay in milliseconds, and then again at this interval
 * until it is there. Both are random, so that not all clients ask at once.
 */
const settling = (): number => 1000 + Math.random() * 4000;
const pause = (): number => 20_000 + Math.random() * 20_000;

const end = lazily(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
    }),
);

const units = [
  ['days', 'd'],
  ['hours', 'h'],
  ['minutes', 'm'],
  ['seconds', 's'],
] as const;

/**
 * The time left in the running week, updated every second; screen readers get the end date instead. At the end the
 * boards are read again until the next week has started. The page of the server, which may be old, says when that is.
 */
function Countdown({ board: { endsAt, clockAhead = latestAhead() } }: { board: TimedBoard }) {
  const queryClient = useQueryClient();
  const now = useNow('second');
  const left = timeLeft(endsAt, now - clockAhead);
  const isOver = left === undefined;
  useEffect(() => {
    if (!isOver) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const askIn = (delay: number): void => {
      timer = setTimeout(() => {
        void queryClient.invalidateQueries({ queryKey: queryKeys.boards.all });
        askIn(pause());
      }, delay);
    };
    askIn(settling());
    return () => clearTimeout(timer);
  }, [isOver, queryClient]);
  if (now === 0) {
    return (
      <p className="min-h-7 text-xs/7 text-soft roomy:min-w-72 sm:text-[0.9375rem]/7">
        {`Ends on ${formatMinute(endsAt, 'UTC')} UTC`}
      </p>
    );
  }
  return (
    <p className="flex min-h-7 flex-wrap items-baseline gap-x-2.5 roomy:min-w-72">
      <span className="eyebrow text-soft">{isOver ? 'The week is over' : 'Ends in'}</span>
      {left && (
        <span aria-hidden className="flex gap-1.5 text-lg font-bold tabular-nums sm:gap-2 sm:text-xl">
          {units.map(([unit, letter]) => (
            <span key={unit}>
              <span>{unit === 'days' ? left.days : String(left[unit]).padStart(2, '0')}</span>
              <span className="text-[0.9375rem] font-semibold text-soft">{letter}</span>
            </span>
          ))}
        </span>
      )}
      <span className="sr-only">{`The week ends on ${end().format(new Date(endsAt))} in your time.`}</span>
    </p>
  );
}

const stepLook =
  'inline-grid size-11 shrink-0 place-items-center rounded-control border-[1.5px] border-ink bg-sheet';

interface StepProps {
  label: string;
  /** The week that it links to; null for the running one, undefined if there is none. */
  week: string | null | undefined;
  children: ReactNode;
}

function Step({ label, week, children }: StepProps) {
  if (week === undefined) {
    return (
      <span aria-hidden className={`${stepLook} opacity-35`}>
        {children}
      </span>
    );
  }
  return (
    <Link
      to="/leaderboard"
      search={(before) => ({ ...before, tab: 'week', week: week ?? undefined, after: undefined })}
      resetScroll={false}
      aria-label={label}
      className={`${stepLook} hover:border-accent hover:text-accent`}
    >
      {children}
    </Link>
  );
}

/** The weeks before and after one: null is the running week, undefined means that there is none. */
function useNeighbours(week: string, isRunning: boolean) {
  const { data, hasNextPage } = useInfiniteQuery(hallOfFameQuery);
  const closed = data?.pages.flatMap((page) => page.weeks.map((entry) => entry.week)) ?? [];
  const before = weekAfter(week, -1);
  const after = weekAfter(week, 1);
  // Week names sort chronologically.
  const hasBefore = hasNextPage || closed.some((name) => name < week);
  const hasAfter = closed.some((name) => name > week);
  return {
    before: hasBefore ? before : undefined,
    after: isRunning ? undefined : hasAfter ? after : null,
  };
}

export function WeekHeader({ board }: { board: TimedBoard }) {
  const { week, endsAt, isClosed, clockAhead = latestAhead() } = board;
  // A week that has ended is closed a little later, and much later if the server's clock is wrong.
  const isRunning = timeLeft(endsAt, useNow('second') - clockAhead) !== undefined && !isClosed;
  const { before, after } = useNeighbours(week, isRunning);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 roomy:gap-x-6 roomy:gap-y-4 roomy:mb-6">
      <div className="mr-auto flex items-center gap-2 max-sm:w-full">
        <Step label="Previous week" week={before}>
          <ChevronLeft aria-hidden className="size-5" />
        </Step>
        <Step label={after === null ? 'Running week' : 'Next week'} week={after}>
          <ChevronRight aria-hidden className="size-5" />
        </Step>
        <div className="min-w-0 sm:ml-2">
          <h2 className="text-lg roomy:text-3xl">{isRunning ? 'This Week' : `Week ${weekNumber(week)}`}</h2>
          <p className="text-sm text-soft sm:mt-1 sm:text-[0.9375rem]">{weekDays(week)}</p>
        </div>
      </div>
      <div className="max-sm:mr-auto">
        {isClosed ? <p className="eyebrow text-soft">Final standings</p> : <Countdown board={board} />}
      </div>
      <a href="#hall-of-fame" className="text-link max-sm:text-sm">
        Hall of Fame
      </a>
    </div>
  );
}
