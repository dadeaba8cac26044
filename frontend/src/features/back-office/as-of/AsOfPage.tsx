import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, notFound, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isNotFound, messageOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import type { AsOf } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { LoadFailure, Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { formatMoment } from '../../../lib/dates.ts';
import { LineSentence } from '../audit/line.tsx';
import { eventName, localTime, momentOf } from '../audit/trail.ts';
import { asItWas, boardViewers, isAsOfKind, trailOf } from '../entity-links/entity-pages.ts';
import { BackLink, PageTitle } from '../layout/page.tsx';
import type { AdminRole } from '../layout/sections.ts';
import { adminQuery } from '../session/admin.queries.ts';
import { WithheldPicture } from '../pictures/Picture.tsx';

/** How long the slider rests before the moment is asked for, so that a drag asks once. */
const restMs = 120;

interface StopSliderProps {
  past: AsOf;
  /** The position of the chosen moment; null for now. */
  position: number | null;
  onChoose: (position: number) => void;
}

/** Chooses a moment among the events of a thing. The first stop is before all of them. */
function StopSlider({ past: { stops, earlier, later }, position, onChoose }: StopSliderProps) {
  const [moved, setMoved] = useState<number | null>(null);
  const reached = stops.filter((stop) => position === null || stop.position <= position).length;
  const value = moved ?? reached;
  const choose = (index: number) => {
    const stop = stops[Math.max(0, index - 1)];
    if (stop) onChoose(index === 0 ? stop.position - 1 : stop.position);
  };
  useEffect(() => {
    if (moved === null) return;
    const timer = setTimeout(() => {
      choose(moved);
      setMoved(null);
    }, restMs);
    return () => clearTimeout(timer);
    // Only a move restarts the timer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [moved]);
  const stop = stops[value - 1];
  const words = stop ? `${eventName(stop.type)}, ${formatMoment(stop.at)}` : 'Before its first event';
  return (
    <div>
      <div className="flex items-center gap-2">
        <Button
          look="quiet"
          className="px-2"
          aria-label="Previous event"
          disabled={value === 0}
          onClick={() => choose(value - 1)}
        >
          <ChevronLeft aria-hidden className="size-5" />
        </Button>
        <input
          type="range"
          aria-label="Moment"
          aria-valuetext={words}
          min={0}
          max={stops.length}
          value={value}
          onChange={({ currentTarget }) => setMoved(Number(currentTarget.value))}
          className="h-11 w-full min-w-0 grow cursor-pointer accent-accent"
        />
        <Button
          look="quiet"
          className="px-2"
          aria-label="Next event"
          disabled={value === stops.length}
          onClick={() => choose(value + 1)}
        >
          <ChevronRight aria-hidden className="size-5" />
        </Button>
      </div>
      <p className="mt-2 text-soft tabular-nums">
        {stop ? `Event ${earlier + value} of ${earlier + stops.length + later}: ${words}` : words}
      </p>
    </div>
  );
}

type Fact = AsOf['facts'][number];

interface ValueProps {
  value: Fact['was'];
  role: AdminRole | undefined;
  at: string | undefined;
}

/** What a fact says. The name of something leads to it at the same moment. */
function Value({ value, role, at }: ValueProps) {
  if (!value) return <span className="text-soft">–</span>;
  if (value.isTime) return <time dateTime={value.text}>{formatMoment(value.text)}</time>;
  const { kind, id, text } = value;
  const page = id === null ? undefined : asItWas({ kind, id }, role, at);
  if (!page) return text;
  return (
    <Link {...page} className="text-link">
      {text}
    </Link>
  );
}

interface PastFactsProps extends Omit<ValueProps, 'value'> {
  past: AsOf;
}

/** The facts of then beside those of now. What differs is marked. */
function PastFacts({ past: { facts, existed, exists }, role, at }: PastFactsProps) {
  const cell = 'px-1 py-2 align-top [overflow-wrap:anywhere] sm:px-3';
  return (
    <table aria-label="Then and now" className="w-full table-fixed border-collapse text-[0.9375rem]">
      <thead className="border-b-2 border-ink text-left">
        <tr>
          <th scope="col" className={`${cell} font-bold`}>
            Fact
          </th>
          <th scope="col" className={`${cell} font-bold`}>
            Then{!existed && <span className="font-normal text-soft"> (did not exist)</span>}
          </th>
          <th scope="col" className={`${cell} font-bold`}>
            Now{!exists && <span className="font-normal text-soft"> (does not exist)</span>}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-rule">
        {facts.map(({ name, was, now, isChanged }) => (
          <tr key={name} className={isChanged ? 'bg-wash' : ''}>
            <th scope="row" className={`${cell} text-left font-semibold`}>
              {name}
              {isChanged && (
                <span className="mt-1 block">
                  <Tag look="attention">Differs</Tag>
                </span>
              )}
            </th>
            <td className={`${cell} ${isChanged ? 'font-semibold' : ''}`}>
              <Value value={was} role={role} at={at} />
            </td>
            <td className={cell}>
              <Value value={now} role={role} at={undefined} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The last event until the moment, in its words. */
function LastEvent({ line, role }: { line: AsOf['line']; role: AdminRole | undefined }) {
  if (!line) return <p>Nothing had happened to it yet.</p>;
  return (
    <p className="[overflow-wrap:anywhere]">
      <time dateTime={line.at} className="text-soft">
        {formatMoment(line.at)}
      </time>{' '}
      <LineSentence line={line} role={role} />{' '}
      <Link to="/rtm-sys/audit/$eventId" params={{ eventId: line.id }} className="text-link">
        Open the event
      </Link>
    </p>
  );
}

/** Something as it was at a moment, beside how it is now. */
export function AsOfPage() {
  const { kind, id } = useParams({ from: '/rtm-sys/as-of/$kind/$id' });
  /** A time, a position or the id of an event; undefined for now. */
  const { at } = useSearch({ from: '/rtm-sys/as-of/$kind/$id' });
  if (!isAsOfKind(kind)) throw notFound();
  const { data: admin } = useQuery(adminQuery);
  const {
    data: past,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery({
    queryKey: queryKeys.backOffice.asOf(kind, id, at),
    queryFn: () => {
      const params = { path: { id }, query: at === undefined ? {} : { at } };
      // The paths of all kinds have the same answer.
      const path = `/api/rtm-sys/as-of/${kind}/{id}` as '/api/rtm-sys/as-of/post/{id}';
      return bodyOf(api.GET(path, { params }));
    },
    // The slider stays while another moment loads.
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const navigate = useNavigate();
  const choose = (moment: string | undefined) =>
    void navigate({
      to: '/rtm-sys/as-of/$kind/$id',
      params: { kind, id },
      search: { at: moment },
      replace: true,
      resetScroll: false,
    });
  const isMissing = isNotFound(error);
  const asked = at !== undefined && /^\d+$/.test(at) ? Number(at) : undefined;
  const shownAt = at !== undefined && at.includes('T') ? at : past?.line?.at;
  return (
    <div className="max-w-reading">
      <BackLink to="/rtm-sys">Back Office</BackLink>
      <PageTitle intro="As it was at a moment, computed from its events, beside how it is now.">
        {isMissing ? 'Nothing found' : past ? `As it was: ${past.name}` : 'As it was'}
      </PageTitle>
      {error && !isMissing && (
        <LoadFailure text={messageOf(error, 'The past could not be loaded.')} onRetry={refetch} />
      )}
      {past && !error && (
        <div className="space-y-6">
          {past.isIncomplete && (
            <Notice look="calm">
              One of its events can’t be read or applied. The pages of the site leave it out, too.
            </Notice>
          )}
          <Section title="Moment">
            {past.stops.length > 0 ? (
              <StopSlider
                past={past}
                position={at === undefined ? null : (asked ?? past.position)}
                onChoose={(position) => choose(String(position))}
              />
            ) : (
              <p className="text-soft">Your role sees none of its events.</p>
            )}
            <div className="mt-4 flex flex-wrap items-end gap-3">
              <Field
                label="Or a time"
                type="datetime-local"
                step={1}
                className="w-full sm:w-72"
                value={at === undefined ? '' : localTime(shownAt)}
                onChange={({ currentTarget: { value } }) => {
                  const moment = momentOf(value, true);
                  if (moment !== undefined) choose(moment);
                }}
              />
              {at !== undefined && (
                <Button look="secondary" onClick={() => choose(undefined)}>
                  Now
                </Button>
              )}
            </div>
            <div className="mt-4 min-h-12" aria-busy={isPlaceholderData}>
              <LastEvent line={past.line} role={admin?.role} />
            </div>
            <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
              <Link {...trailOf({ kind, id })} className="text-link">
                Everything that happened to it
              </Link>
              {boardViewers.has(admin?.role) && (
                <Link to="/rtm-sys/as-of/board" search={{ at }} className="text-link">
                  The board at this moment
                </Link>
              )}
            </p>
          </Section>
          {kind === 'post' && past.exists && boardViewers.has(admin?.role) && (
            <Section title="Picture">
              <WithheldPicture
                key={id}
                imageUrl={`/api/rtm-sys/pictures/${id}/1280.webp`}
                alt="The photo of the post"
                why="A picture stays as it was posted."
                sizes="20rem"
                className="aspect-square max-w-80"
                isWhole
              />
            </Section>
          )}
          <Section title="Then and Now">
            {past.facts.length > 0 ? (
              <PastFacts past={past} role={admin?.role} at={at} />
            ) : (
              <p className="text-soft">
                {kind === 'person' && past.stops.length > 0
                  ? 'This person was erased: nothing is kept of what they were.'
                  : 'It did not exist then, and it does not exist now.'}
              </p>
            )}
          </Section>
        </div>
      )}
    </div>
  );
}
