import { api } from '../../../api/client.ts';
import type { ViewDetails } from '../../../api/generated/schema.d.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { formatDuration } from '../../../lib/durations.ts';
import { counted, formatWhole } from '../../../lib/wording.ts';
import { ActButtons, useActs } from '../acts/use-acts.tsx';
import { WholeTable } from '../table/DataTable.tsx';
import type { Columns } from '../table/table.tsx';
import { operation } from './parts.tsx';

type Trial = NonNullable<ViewDetails['trial']>;
type Difference = NonNullable<Trial['comparison']>['listed'][number];
type Field = Difference['fields'][number];

const kinds: Readonly<Record<Difference['kind'], string>> = {
  differs: 'Differs',
  'only live': 'Missing in the build',
  'only built': 'Missing in the live view',
};

function valuesIn({ live, built }: Field): string {
  if (live === 'text' && built === 'text') return 'another text';
  return `${live ?? 'missing'} → ${built ?? 'missing'}`;
}

const columns: Columns<Difference> = {
  id: ['Document', ({ id }) => <code className="[overflow-wrap:anywhere] select-all">{id}</code>],
  kind: ['Difference', ({ kind }) => kinds[kind]],
  fields: [
    'Live → built',
    ({ kind, fields }) =>
      kind === 'differs' ? (
        <ul>
          {fields.map((field) => (
            <li key={field.field} className="[overflow-wrap:anywhere]">
              <span className="text-soft">{field.field}:</span> {valuesIn(field)}
            </li>
          ))}
        </ul>
      ) : (
        '–'
      ),
  ],
};

/** In what a complete build differs from the live view. */
function Differences({ trial: { comparison, generation } }: { trial: Trial }) {
  if (!comparison) {
    return (
      <Notice look="calm">
        {`The build ${generation} is complete. There is no live view to compare it with.`}
      </Notice>
    );
  }
  const { documents, differences, unsettled, listed } = comparison;
  return (
    <div>
      <Notice look="calm">
        {[
          `The build ${generation} is complete.`,
          differences === 0
            ? `No difference in ${counted(documents, 'document')}.`
            : `${formatWhole(differences)} of ${counted(documents, 'document')} ${differences === 1 ? 'differs' : 'differ'}.`,
          unsettled > 0 && `${counted(unsettled, 'document')} changed too often to be compared.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </Notice>
      {listed.length > 0 && (
        <div className="mt-4">
          <WholeTable label="Differences" columns={columns} rows={listed} keyOf={({ id }) => id} />
          {differences > listed.length && (
            <p className="mt-2 text-soft">The first {listed.length} are listed.</p>
          )}
        </div>
      )}
    </div>
  );
}

const isOver = ({ trial }: ViewDetails): boolean => !trial || trial.state === 'failed';
const isReady = ({ trial }: ViewDetails): boolean => trial?.state === 'ready';

const asking =
  (end: 'rebuild' | 'switch' | 'throw-away' | 'roll-back') => (view: ViewDetails, reason: string) =>
    api.POST(`/api/rtm-sys/projections/{name}/${end}`, {
      params: { path: { name: view.name } },
      body: { reason },
    });

/** What owners do with a view, in the order of the buttons. */
const operations = [
  operation<ViewDetails>({
    name: 'Rebuild',
    confirm: 'primary',
    isFor: isOver,
    about:
      'The view is computed again from all events beside the live one, and both are compared. Nothing changes before you switch.',
    done: 'The build has started',
    call: asking('rebuild'),
  }),
  operation<ViewDetails>({
    name: 'Switch',
    confirm: 'primary',
    isFor: isReady,
    about:
      'From now on the site reads the build. The generation before is kept, so that you can roll back, until the next switch or erasure.',
    done: 'The site reads the build',
    call: asking('switch'),
  }),
  operation<ViewDetails>({
    name: 'Throw Away',
    confirm: 'danger',
    isFor: isReady,
    about: 'The build is removed. The live view stays as it is.',
    done: 'The build was thrown away',
    call: asking('throw-away'),
  }),
  operation<ViewDetails>({
    name: 'Stop',
    confirm: 'danger',
    isFor: (view) => !isOver(view) && !isReady(view),
    about: 'The build ends, and what it has written is removed. The live view stays as it is.',
    done: 'The build was stopped',
    call: asking('throw-away'),
  }),
  operation<ViewDetails>({
    name: 'Roll Back',
    look: 'secondary',
    confirm: 'danger',
    isFor: ({ previous }) => previous !== null,
    about:
      'The site reads the generation before again, with everything that was written meanwhile. A build that waits is thrown away.',
    done: 'The site reads the generation before',
    call: asking('roll-back'),
  }),
];

/** How far a build is, in words. */
function progressOf({ state, progress, eventsPerSecond, secondsLeft, compared }: Trial): string {
  if (state === 'waiting') return 'Waits for other builds.';
  if (state === 'comparing') return `Compared ${counted(compared, 'document')}.`;
  const left =
    secondsLeft === null
      ? ''
      : secondsLeft < 60
        ? ', less than a minute left'
        : `, ${formatDuration(secondsLeft * 1000)} left`;
  return `${formatWhole(progress.events)} events applied, ${formatWhole(eventsPerSecond)} per second${left}.`;
}

function RunningBuild({ trial, head }: { trial: Trial; head: number | null }) {
  const isKnown = trial.state === 'building' && head !== null && head > 0;
  return (
    <div>
      <p className="mb-2 font-semibold">
        {trial.state === 'comparing' ? 'Comparing with the live view' : 'Building'}
      </p>
      <progress
        aria-label="Progress of the build"
        className="h-2.5 w-full accent-accent"
        {...(isKnown && { value: Math.min(trial.progress.position, head), max: head })}
      />
      <p className="mt-2 text-soft">{progressOf(trial)}</p>
    </div>
  );
}

/** Building a view again, comparing it, switching to it, and going back. */
export function Build({ view }: { view: ViewDetails }) {
  const { trial, head, parked } = view;
  const { begin, dialogs } = useActs<ViewDetails>('view', queryKeys.backOffice.projections);
  return (
    <Section
      title="Rebuild"
      intro="An erasure throws builds away that wait for a decision, and ends the rollback: both may contain what was erased."
    >
      <div className="space-y-5">
        {trial?.state === 'failed' && (
          <Notice look="danger">{`The build failed: ${trial.error ?? 'unknown reason'}`}</Notice>
        )}
        {parked > 0 && isOver(view) && (
          <p>{`A rebuild retries the ${counted(parked, 'parked document')} with this program.`}</p>
        )}
        {trial && !isOver(view) && !isReady(view) && <RunningBuild trial={trial} head={head} />}
        {trial && isReady(view) && <Differences trial={trial} />}
        <div className="flex flex-wrap gap-3">
          <ActButtons acts={operations} row={view} begin={begin} />
        </div>
      </div>
      {dialogs}
    </Section>
  );
}
