import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import type { PostRank } from '../../api/generated/schema.d.ts';
import { formatMinute, weekNumber } from '../../lib/dates.ts';
import { formatScore, isInUpperHalf } from '../../lib/scores.ts';
import { counted } from '../../lib/wording.ts';
import { rankQuery } from './post.queries.ts';

const boosts = { regular: 'Boosted', mega: 'Mega Boost' } as const;

function Line({ name, children, isSum = false }: { name: ReactNode; children: ReactNode; isSum?: boolean }) {
  return (
    <div className={`flex items-baseline gap-2 ${isSum ? 'border-t-[1.5px] border-ink pt-2 font-bold' : ''}`}>
      <dt>{name}</dt>
      <span aria-hidden className="grow border-b-2 border-dotted border-line" />
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}

/** Of how many is told in the upper half only: nobody is the last of 38. */
function rankText({ place, of }: PostRank['allTime']): string {
  if (place === null) return 'None';
  return isInUpperHalf({ place, of }) ? `${place} of ${of}` : String(place);
}

/** The figures, listed so that a reader can check the sum. */
function Figures({ rank }: { rank: PostRank }) {
  const { aiScore, ratingsCount, ratingsSum, averageRating, boost, boostEndsAt, board, allTime, week } = rank;
  const count = ratingsCount + (aiScore === null ? 0 : 1);
  const sum = ratingsSum + Number(aiScore ?? 0);
  return (
    <>
      <dl className="space-y-2">
        <Line name="AI score">{aiScore ?? 'None'}</Line>
        <Line name={`${counted(ratingsCount, 'rating')} by people, together`}>{ratingsSum}</Line>
        {count > 0 && (
          <>
            <Line name="Sum" isSum>
              {formatScore(sum)}
            </Line>
            <Line name={`Divided by ${counted(count, 'score')}`}>{averageRating}</Line>
          </>
        )}
      </dl>
      <dl className="mt-5 space-y-2 border-t border-rule pt-4">
        <Line name="Boost">{boost ? boosts[boost] : 'None'}</Line>
        {boostEndsAt && <Line name="Boost ends">{formatMinute(boostEndsAt)}</Line>}
        <Line name="Place among all posts">{rankText(board)}</Line>
        <Line name="Rank by rating">{rankText(allTime)}</Line>
        <Line
          name={
            <Link
              to="/leaderboard"
              search={{ tab: 'week', ...(week.isClosed && { week: week.week }) }}
              className="text-link"
            >
              {week.isClosed ? `Final rank in week ${weekNumber(week.week)}` : 'Rank this week'}
            </Link>
          }
        >
          {rankText(week)}
        </Line>
      </dl>
      <p className="mt-4 text-[0.9375rem] text-soft">
        Among all posts, those with a Mega Boost come first, then boosted ones, then all others. Within each
        group, and in the week, the rating alone decides. Equal posts are ordered by their number of ratings,
        then by age.
      </p>
    </>
  );
}

function Explanation({ postId }: { postId: string }) {
  const { data, error } = useQuery(rankQuery(postId));
  if (data) return <Figures rank={data} />;
  if (error) {
    return (
      <p role="alert" className="font-medium text-danger">
        {messageOf(error, 'The figures could not be loaded.')}
      </p>
    );
  }
  return (
    <p role="status" className="text-soft">
      Loading figures…
    </p>
  );
}

/** Explains a post's rating and ranks, on demand. */
export function WhyThisRank({ postId, children }: { postId: string; children?: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="relative">
      <h2 className="font-sans text-base font-semibold tracking-normal">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center justify-between rounded-control px-2 hover:bg-wash hover:text-accent"
        >
          Why this rank
          <ChevronDown aria-hidden className={`size-5 transition-transform ${open ? 'rotate-180' : ''}`} />
        </button>
      </h2>
      <div id={id} hidden={!open} className="animate-fade pt-3">
        {open && <Explanation postId={postId} />}
      </div>
      {children}
    </div>
  );
}
