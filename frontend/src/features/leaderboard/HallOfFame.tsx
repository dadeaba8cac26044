import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messageOf } from '../../api/api-error.ts';
import { hallOfFameQuery } from '../../api/boards.ts';
import type { HallOfFameWeek, Winner } from '../../api/generated/schema.d.ts';
import { Button } from '../../components/Button.tsx';
import { Photo } from '../../components/Photo.tsx';
import { medals, Score } from '../../components/Score.tsx';
import { WrappedName } from '../../components/WrappedName.tsx';
import { weekDays, weekNumber } from '../../lib/dates.ts';
import { isRated } from '../../lib/scores.ts';
import { shownName } from '../../lib/wording.ts';
import { ordinals } from './PostCard.tsx';

function WinnerLine({ winner }: { winner: Winner }) {
  const { rank, postId, imageUrl, thumbhash, averageRating } = winner;
  // A week may end without ratings: the posts have ranks, but no medals.
  const hasScore = isRated(winner);
  const name = shownName(winner);
  const line = (
    <>
      <span
        className={`grid size-8 shrink-0 place-items-center rounded-full font-display text-xs font-black ${hasScore ? `text-on-medal ${medals[rank - 1]}` : 'text-soft'}`}
      >
        {ordinals[rank - 1]}
      </span>
      <span className="size-11 shrink-0 overflow-hidden sm:size-14 rounded-control bg-rule ahead-after-scroll">
        {imageUrl && <Photo imageUrl={imageUrl} alt="" sizes="56px" {...(thumbhash && { thumbhash })} />}
      </span>
      <span
        dir="auto"
        className={`line-clamp-2 min-w-0 grow text-left leading-tight font-semibold max-sm:text-[0.9375rem] ${name ? 'group-hover:text-accent' : 'text-soft'}`}
      >
        {name ? <WrappedName>{name}</WrappedName> : <span>Removed</span>}
      </span>
      {hasScore ? (
        <Score value={Number(averageRating)} className="shrink-0 text-xl" />
      ) : (
        <span className="shrink-0 text-xs text-soft">Not rated</span>
      )}
    </>
  );
  const look = 'group flex items-center gap-2 rounded-control py-1.5 sm:gap-3';
  return winner.removed ? (
    <div className={look}>{line}</div>
  ) : (
    <Link to="/post/$id" params={{ id: postId }} className={look}>
      {line}
    </Link>
  );
}

function Week({ week: { week, winners } }: { week: HallOfFameWeek }) {
  return (
    <li className="rounded-card border border-rule bg-sheet p-4 sm:p-5">
      <h3 className="text-xl">
        <Link to="/leaderboard" search={{ tab: 'week', week }} className="hover:text-accent hover:underline">
          Week {weekNumber(week)}
        </Link>
      </h3>
      <p className="text-[0.9375rem] text-soft">{weekDays(week)}</p>
      {winners.length === 0 ? (
        <p className="mt-4 text-soft">No submissions that week</p>
      ) : (
        <ol className="mt-3 space-y-1">
          {winners.map((winner) => (
            <li key={winner.rank}>
              <WinnerLine winner={winner} />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

export function HallOfFame() {
  const { data, isPending, isError, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(hallOfFameQuery);
  const weeks = data?.pages.flatMap((page) => page.weeks) ?? [];
  return (
    <section aria-labelledby="hall-of-fame" className="mt-16">
      <h2 id="hall-of-fame" tabIndex={-1} className="scroll-mt-6 text-3xl sm:text-4xl">
        Hall of Fame
      </h2>
      <p className="mt-2 text-soft">The first three of every week.</p>
      {isPending && <p className="mt-6 text-soft">Loading weeks…</p>}
      {!isPending && !isError && weeks.length === 0 && (
        <p className="mt-6 rounded-card border-2 border-dashed border-rule px-6 py-10 text-center text-soft">
          No week has ended yet. The first winners appear here on Monday.
        </p>
      )}
      <ul className="mt-6 grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3 min-[112.5rem]:grid-cols-4">
        {weeks.map((week) => (
          <Week key={week.week} week={week} />
        ))}
      </ul>
      {(hasNextPage || isError) && (
        <div className="mt-6 flex flex-col items-center gap-3 unscripted:hidden">
          {isError && (
            <p role="alert" className="font-medium text-danger">
              {messageOf(error, 'The weeks could not be loaded.')}
            </p>
          )}
          <Button
            look="secondary"
            busy={isFetchingNextPage}
            onClick={() => void (data ? fetchNextPage() : refetch())}
          >
            {data ? 'Show Older Weeks' : 'Try Again'}
          </Button>
        </div>
      )}
    </section>
  );
}
