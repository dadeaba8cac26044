import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { weekAfter, weekDays } from '../../lib/iso-week.ts';
import { Countdown } from './Countdown.tsx';
import { hallOfFameQuery, type TimedBoard } from './weeks.queries.ts';

const stepLook =
  'inline-grid size-11 shrink-0 place-items-center rounded-control border-[1.5px] border-ink bg-sheet';

interface StepProps {
  label: string;
  /** The week that it leads to; null for the running one, undefined where there is none. */
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
      search={(before) => ({ ...before, tab: 'week', week: week ?? undefined })}
      resetScroll={false}
      aria-label={label}
      className={`${stepLook} hover:border-accent hover:text-accent`}
    >
      {children}
    </Link>
  );
}

/** The weeks before and after one: the running one is null, and there is none before the first and after the running one. */
function useNeighbours(week: string, isRunning: boolean) {
  const { data, hasNextPage } = useInfiniteQuery(hallOfFameQuery);
  const closed = data?.pages.flatMap((page) => page.weeks.map((entry) => entry.week)) ?? [];
  const before = weekAfter(week, -1);
  const after = weekAfter(week, 1);
  // Names of weeks sort as the weeks do.
  const hasBefore = hasNextPage || closed.some((name) => name < week);
  const hasAfter = closed.some((name) => name > week);
  return {
    before: hasBefore ? before : undefined,
    after: isRunning ? undefined : hasAfter ? after : null,
  };
}

interface WeekHeaderProps {
  /** The board of the week that is shown. */
  board: TimedBoard;
}

/** Which week it is, when it ends or that it has, and the ways to the weeks beside it. */
export function WeekHeader({ board }: WeekHeaderProps) {
  const { week, endsAt, isClosed, clockAhead } = board;
  const { before, after } = useNeighbours(week, !isClosed);
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div className="flex items-center gap-2">
        <Step label="Previous week" week={before}>
          <ChevronLeft aria-hidden className="size-5" />
        </Step>
        <Step label={after === null ? 'Running week' : 'Next week'} week={after}>
          <ChevronRight aria-hidden className="size-5" />
        </Step>
        <div className="ml-2 min-w-0">
          <h2 className="text-2xl sm:text-3xl">{isClosed ? `Week ${Number(week.slice(6))}` : 'This Week'}</h2>
          <p className="mt-1 text-[0.9375rem] text-soft">{weekDays(week)}</p>
        </div>
      </div>
      <div className="flex min-h-8 flex-wrap items-center gap-x-6 gap-y-2">
        {isClosed ? (
          <p className="eyebrow text-soft">Final standings</p>
        ) : (
          <Countdown endsAt={endsAt} clockAhead={clockAhead} />
        )}
        <a href="#hall-of-fame" className="text-link">
          Hall of Fame
        </a>
      </div>
    </div>
  );
}
