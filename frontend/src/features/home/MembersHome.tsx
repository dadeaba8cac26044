import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import type { WeeklyBoard } from '../../api/generated/schema.d.ts';
import { badgeCount, recordQuery, useNews } from '../../api/inbox.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { latestAhead } from '../../api/server-clock.ts';
import { LoadFailure } from '../../components/Notice.tsx';
import { Photo } from '../../components/Photo.tsx';
import { Score } from '../../components/Score.tsx';
import { type TimeLeft, timeLeft } from '../../lib/dates.ts';
import { ordinal } from '../../lib/ordinal.ts';
import { isInUpperHalf, isRated } from '../../lib/scores.ts';
import { useNow } from '../../lib/use-now.ts';
import { counted, shownName } from '../../lib/wording.ts';
import { beginWith, photosAheadQuery } from '../rate/rate.queries.ts';

/** The end of the running week, and its first post. Read again when the page is opened later. */
const firstQuery = queryOptions({
  queryKey: queryKeys.boards.first,
  queryFn: () => bodyOf(api.GET('/api/leaderboard/weekly', { params: { query: { limit: 1 } } })),
  staleTime: 30_000,
});

interface PartProps {
  id: string;
  title: string;
  more: ReactNode;
  children: ReactNode;
}

function Part({ id, title, more, children }: PartProps) {
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col rounded-card border border-rule bg-sheet p-4 sm:p-5"
    >
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-xl sm:text-2xl">
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}

const moreLook = 'inline-flex min-h-11 items-center gap-1.5 text-link';

/** Three photos that wait for a rating; the page of rating begins with the pressed one. */
function ToRate() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(photosAheadQuery);
  return (
    <Part
      id="to-rate"
      title="Rate a Photo"
      more={
        <Link to="/rate" className={moreLook}>
          Rate More
          <span aria-hidden>→</span>
        </Link>
      }
    >
      {data?.photos.length === 0 && (
        <p className="grid grow place-items-center py-6 text-center text-soft">
          You have rated all that there is. New photos come every day.
        </p>
      )}
      {!data && error && (
        <LoadFailure text={messageOf(error, 'The photos could not be loaded.')} onRetry={refetch} />
      )}
      {(data ? data.photos.length > 0 : !error) && (
        <ul className="grid grid-cols-3 gap-2 sm:gap-3">
          {(data?.photos ?? Array.from({ length: 3 }, () => undefined)).map((photo, index) => (
            <li key={photo?.id ?? index} className="aspect-square rounded-control bg-rule lg:aspect-[5/6]">
              {photo && (
                <Link
                  to="/rate"
                  onClick={() => beginWith(queryClient, photo.id)}
                  className="group relative block size-full overflow-hidden rounded-control"
                >
                  <Photo
                    imageUrl={photo.imageUrl}
                    alt={`Rate photo ${index + 1}`}
                    thumbhash={photo.thumbhash}
                    sizes="(min-width: 1024px) 250px, 33vw"
                    widest={640}
                    className="transition-transform duration-500 group-hover:scale-[1.03]"
                  />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

/** The two largest units, e.g. "3 days and 4 hours". */
function inWords({ days, hours, minutes }: TimeLeft): string {
  const units = [counted(days, 'day'), counted(hours, 'hour'), counted(minutes, 'minute')];
  const from = days > 0 ? 0 : hours > 0 ? 1 : 2;
  return units.slice(from, from + 2).join(' and ');
}

function First({ board: { posts } }: { board: WeeklyBoard }) {
  const [first] = posts;
  if (!first || first.removed || !isRated(first)) {
    return <p className="text-soft">Nobody has a score yet: first place is free.</p>;
  }
  return (
    <Link
      to="/post/$id"
      params={{ id: first.id }}
      className="group flex items-center gap-4 rounded-control lg:grow lg:flex-col lg:items-stretch lg:gap-3"
    >
      <span className="relative size-20 shrink-0 lg:size-auto lg:min-h-40 lg:grow">
        <span className="absolute inset-0 overflow-hidden rounded-control bg-rule">
          <Photo
            imageUrl={first.imageUrl}
            alt=""
            thumbhash={first.thumbhash}
            sizes="(min-width: 1024px) 380px, 80px"
            widest={640}
          />
        </span>
        <span className="absolute -top-2 -left-2 grid size-9 place-items-center rounded-full bg-gold font-display text-sm font-black text-on-medal">
          1st
        </span>
      </span>
      <span className="flex min-w-0 grow items-center gap-3 lg:grow-0">
        <span
          dir="auto"
          translate="no"
          className="line-clamp-2 min-w-0 grow leading-tight font-semibold [overflow-wrap:anywhere] group-hover:underline"
        >
          {shownName(first)}
        </span>
        <Score value={Number(first.averageRating)} className="shrink-0 text-2xl" />
      </span>
    </Link>
  );
}

/** The place of the person's best post, if it is good news. At the end of the part, so that nothing moves. */
function OwnPlace() {
  const { rank, of, postId } = useQuery(recordQuery).data?.thisWeek ?? { rank: 1, of: 0, postId: null };
  return (
    <div className="-mb-2 lg:min-h-11">
      {postId !== null && isInUpperHalf({ place: rank, of }) && (
        <Link to="/post/$id" params={{ id: postId }} className={moreLook}>
          {`You are ${ordinal(rank)} of ${of}.`}
        </Link>
      )}
    </div>
  );
}

/** How long the week still takes, and who is first. */
function ThisWeek() {
  const { data, error, refetch } = useQuery(firstQuery);
  const now = useNow('minute');
  const left = data && timeLeft(data.endsAt, now - latestAhead());
  return (
    <Part
      id="this-week"
      title="This Week"
      more={
        <Link to="/leaderboard" search={{ tab: 'week' }} className={moreLook}>
          Board
          <span aria-hidden>→</span>
        </Link>
      }
    >
      {data ? (
        <>
          <p className="-mt-2 mb-3 text-[0.9375rem] text-soft">
            {left ? `${inWords(left)} left` : 'It is over. The next one begins.'}
          </p>
          <First board={data} />
          <OwnPlace />
        </>
      ) : error ? (
        <LoadFailure text={messageOf(error, 'The week could not be loaded.')} onRetry={refetch} />
      ) : (
        <div role="status" className="min-h-20 grow animate-breathe rounded-control bg-rule">
          <span className="sr-only">Loading the week…</span>
        </div>
      )}
    </Part>
  );
}

/** Leads to the inbox if something is new. Its room is the gap below the upload, so that nothing moves. */
function NewInInbox() {
  const unread = useNews()?.unread ?? 0;
  return (
    <div className="relative min-h-11">
      {unread > 0 && (
        <Link to="/inbox" className={moreLook}>
          {badgeCount(unread)} new in your inbox
          <span aria-hidden>→</span>
        </Link>
      )}
    </div>
  );
}

/** What members see below the upload: what is new, photos to rate, and the running week. */
export function MembersHome() {
  return (
    <>
      <NewInInbox />
      <div className="grid gap-4 lg:grid-cols-[2fr_1fr] lg:gap-6">
        <ToRate />
        <ThisWeek />
      </div>
    </>
  );
}
