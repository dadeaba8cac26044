import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../api/api-error.ts';
import { Button } from '../../../components/Button.tsx';
import { Field } from '../../../components/Field.tsx';
import { LoadFailure, Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { counted, formatWhole } from '../../../lib/wording.ts';
import { localTime, momentOf } from '../audit/local-times.ts';
import { BackLink } from '../layout/BackLink.tsx';
import { PageTitle } from '../layout/PageTitle.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { boardViewers } from '../subjects/as-of-kinds.ts';
import { isAnotherBuilt, pastBoardQuery, type Progress } from './past-board.query.ts';
import { PastBoard } from './PastBoard.tsx';

/** Chooses the time, in the reader's time zone. Without one, it is now. */
function MomentForm({ at, onChoose }: { at: string | undefined; onChoose: (at: string) => void }) {
  const [time, setTime] = useState(at?.includes('T') ? localTime(at) : '');
  return (
    <form
      className="flex flex-wrap items-end gap-3"
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
      <Button type="submit" className="sm:mb-8">
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

/** @param at a time, a position or the id of an event; undefined before one is chosen */
export function PastBoardPage({ at }: { at: string | undefined }) {
  const { data: admin } = useQuery(adminQuery);
  const navigate = useNavigate();
  const choose = (moment: string | undefined) =>
    void navigate({ to: '/rtm-sys/as-of/board', search: { at: moment }, resetScroll: false });
  return (
    <div className="max-w-wide">
      <BackLink to="/rtm-sys/audit">Audit Trail</BackLink>
      <PageTitle intro="The board of all posts as it was at a moment, folded from the whole log beside the live one. The work stops when you leave.">
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
