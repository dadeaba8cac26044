import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trophy } from 'lucide-react';
import { messageOf } from '../../api/api-error.ts';
import type { BestPlace, OwnRecord } from '../../api/generated/schema.d.ts';
import { LoadFailure } from '../../components/Notice.tsx';
import { SectionSkeleton } from '../../components/Section.tsx';
import { formatShortDate, weekNumber } from '../../lib/dates.ts';
import { ordinal } from '../../lib/ordinal.ts';
import { isInUpperHalf } from '../../lib/scores.ts';
import { plural } from '../../lib/wording.ts';

interface FigureProps {
  name: string;
  value: string | number;
  note: string;
  /** The post that it is about. */
  postId?: string | null | undefined;
}

function Figure({ name, value, note, postId }: FigureProps) {
  const shown = <span className="font-display text-3xl font-black sm:text-4xl">{value}</span>;
  return (
    <div className="flex flex-col">
      <dt className="text-sm font-semibold text-soft">{name}</dt>
      <dd className="leading-tight">
        {postId === undefined || postId === null ? (
          shown
        ) : (
          <Link
            to="/post/$id"
            params={{ id: postId }}
            className="decoration-2 underline-offset-4 hover:text-accent hover:underline"
          >
            {shown}
          </Link>
        )}{' '}
        <span className="block text-sm text-soft">{note}</span>
      </dd>
    </div>
  );
}

/** Among how many, if that is good news. */
function among({ rank, of }: BestPlace): string {
  return isInUpperHalf({ place: rank, of }) ? `of ${of}` : 'on the board';
}

function Figures({ record: { thisWeek, best, weeks } }: { record: OwnRecord }) {
  return (
    <dl className="grid grid-cols-3 gap-3">
      <Figure
        name="This week"
        value={thisWeek ? ordinal(thisWeek.rank) : '–'}
        note={thisWeek ? among(thisWeek) : 'no score yet'}
        postId={thisWeek?.postId}
      />
      <Figure
        name="Best finish"
        value={best ? ordinal(best.rank) : '–'}
        note={best ? `in week ${weekNumber(best.week)}` : 'still to come'}
        postId={best?.postId}
      />
      <Figure name="On the board" value={weeks} note={plural(weeks, 'week')} />
    </dl>
  );
}

function Trophies({ trophies }: Pick<OwnRecord, 'trophies'>) {
  return (
    <ul aria-label="Trophies" className="mt-4 space-y-1 border-t border-rule pt-3">
      {trophies.map(({ text, at, post: { id } }) => (
        <li key={`${id} ${text}`}>
          <Link
            to="/post/$id"
            params={{ id }}
            className="group flex items-center gap-3 rounded-control py-1.5"
          >
            <Trophy aria-hidden className="size-9 shrink-0 rounded-full bg-gold p-2.5 text-on-medal" />
            <span className="min-w-0 leading-snug">
              <span className="font-semibold group-hover:underline">{text}</span>
              <time dateTime={at} className="block text-sm text-soft">
                {formatShortDate(at)}
              </time>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const NOTHING: OwnRecord = { thisWeek: null, best: null, weeks: 0, trophies: [] };

/** How the person's posts did on the boards of weeks. */
export function Record({ record: { data, error, refetch } }: { record: UseQueryResult<OwnRecord> }) {
  return (
    <section aria-labelledby="record">
      <h2 id="record" className="mb-3 flex min-h-11 items-baseline text-2xl sm:text-3xl">
        My Record
      </h2>
      {!data && error ? (
        <LoadFailure text={messageOf(error, 'Your record could not be loaded.')} onRetry={refetch} />
      ) : (
        <div className="rounded-card border border-rule bg-sheet p-5 shadow-lift">
          {data ? (
            <Figures record={data} />
          ) : (
            <SectionSkeleton of="your record">
              <Figures record={NOTHING} />
            </SectionSkeleton>
          )}
          {data && data.trophies.length > 0 && <Trophies trophies={data.trophies} />}
        </div>
      )}
    </section>
  );
}
