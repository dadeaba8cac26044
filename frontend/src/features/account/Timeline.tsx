import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isNotFound, messageOf } from '../../api/api-error.ts';
import type { SentencePart, TimelineLine } from '../../api/generated/schema.d.ts';
import { useSession } from '../../api/session.ts';
import { ShowMore } from '../../components/Button.tsx';
import { LoadFailure } from '../../components/Notice.tsx';
import { Sentence } from '../../components/Sentence.tsx';
import { formatDate, formatMinute, formatMinuteOfDay } from '../../lib/dates.ts';
import { byDay, timelineQuery } from './timeline.queries.ts';

function linkTo({ kind, text }: SentencePart, id: string) {
  return kind === 'week' ? (
    <Link to="/leaderboard" search={{ tab: 'week', week: id }} className="text-link">
      {text}
    </Link>
  ) : (
    <Link to="/post/$id" params={{ id }} className="text-link">
      {text}
    </Link>
  );
}

function Line({ line: { at, parts, deletedAt } }: { line: TimelineLine }) {
  return (
    <li className="gap-x-5 py-3 sm:flex">
      <time
        dateTime={at}
        className="block shrink-0 text-[0.9375rem] text-soft tabular-nums sm:w-20 sm:pt-0.5"
      >
        {formatMinuteOfDay(at)}
      </time>
      <div className="min-w-0 break-words">
        <p>
          <Sentence parts={parts} link={linkTo} />
        </p>
        {deletedAt !== null && (
          <p className="mt-1 text-[0.9375rem] text-soft">
            The photo is deleted on <time dateTime={deletedAt}>{formatMinute(deletedAt)}</time> unless you
            publish it.
          </p>
        )}
      </div>
    </li>
  );
}

function Days({ postId }: { postId: string | undefined }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    timelineQuery(postId),
  );
  const lines = data?.pages.flatMap((page) => page.lines);
  if (!lines) {
    if (isNotFound(error)) {
      return <p>This post does not exist, or it is not yours.</p>;
    }
    return error ? (
      <LoadFailure text={messageOf(error, 'Your timeline could not be loaded.')} onRetry={refetch} />
    ) : (
      <div role="status" className="h-60 animate-breathe rounded-card bg-rule">
        <span className="sr-only">Loading your timeline…</span>
      </div>
    );
  }
  return (
    <>
      <div className="space-y-6">
        {byDay(lines, formatDate).map((day) => (
          <section
            key={day.at}
            aria-labelledby={day.at}
            className="rounded-card border border-rule bg-sheet p-5 shadow-lift sm:p-8"
          >
            <h2 id={day.at} className="text-2xl">
              <time dateTime={day.at}>{formatDate(day.at)}</time>
            </h2>
            <ol className="mt-4 divide-y divide-rule border-t border-rule">
              {day.lines.map((line) => (
                <Line key={line.id} line={line} />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {hasNextPage && <ShowMore busy={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
    </>
  );
}

/** Everything that the log knows about the person, or about one post of theirs, by day. */
export function Timeline({ postId }: { postId: string | undefined }) {
  const { user } = useSession();
  // While the redirect after a logout is in progress.
  if (!user) return null;
  return (
    <div className="mx-auto max-w-reading px-4 pt-10 pb-16 sm:px-6 sm:pt-14">
      <h1 tabIndex={-1} className="text-4xl sm:text-5xl">
        {postId === undefined ? 'My Timeline' : 'History of My Post'}
      </h1>
      <p className="mt-4 mb-8 text-soft">
        {postId === undefined ? (
          <>
            Everything that we have recorded about you, newest first, in your time zone. For the same with all
            details, see{' '}
            <Link to="/account/settings" hash="export" className="text-link">
              Export My Data
            </Link>
            .
          </>
        ) : (
          <>
            What you and we did with{' '}
            <Link to="/post/$id" params={{ id: postId }} className="text-link">
              this post
            </Link>
            , newest first, in your time zone. Everything else is in{' '}
            <Link to="/account/timeline" className="text-link">
              My Timeline
            </Link>
            .
          </>
        )}
      </p>
      <Days key={`${user.id} ${postId}`} postId={postId} />
    </div>
  );
}
