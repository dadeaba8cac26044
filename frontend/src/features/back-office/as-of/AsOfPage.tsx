import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { isNotFound, messageOf } from '../../../api/api-error.ts';
import type { AsOf } from '../../../api/generated/schema.d.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { LoadFailure, Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { formatMoment } from '../../../lib/dates.ts';
import { LineSentence } from '../audit/audit-list.tsx';
import { localTime, momentOf } from '../audit/local-times.ts';
import { BackLink } from '../layout/BackLink.tsx';
import { PageTitle } from '../layout/PageTitle.tsx';
import type { AdminRole } from '../layout/sections.ts';
import { WithheldPicture } from '../pictures/Picture.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { type AsOfKind, boardViewers } from '../subjects/as-of-kinds.ts';
import { trailOf } from '../subjects/subject-pages.ts';
import { asOfQuery } from './as-of.query.ts';
import { PastFacts } from './PastFacts.tsx';
import { StopSlider } from './StopSlider.tsx';

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

interface AsOfPageProps {
  kind: AsOfKind;
  id: string;
  /** A time, a position or the id of an event; undefined for now. */
  at: string | undefined;
}

/** Something as it was at a moment, beside how it is now. */
export function AsOfPage({ kind, id, at }: AsOfPageProps) {
  const { data: admin } = useQuery(adminQuery);
  const { data: past, error, refetch, isPlaceholderData } = useQuery(asOfQuery(kind, id, at));
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
      <PageTitle intro="As it was at a moment, folded from its events in the log, beside how it is now.">
        {isMissing ? 'Nothing found' : past ? `As it was: ${past.name}` : 'As it was'}
      </PageTitle>
      {error && !isMissing && (
        <LoadFailure text={messageOf(error, 'The past could not be loaded.')} onRetry={refetch} />
      )}
      {past && !error && (
        <div className="space-y-6">
          {past.isIncomplete && (
            <Notice look="calm">
              One of its events can’t be read or folded. The pages of the site leave it out, too.
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
