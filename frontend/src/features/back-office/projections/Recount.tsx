import { Link } from '@tanstack/react-router';
import type { WeekRecount } from '../../../api/generated/schema.d.ts';
import { Notice } from '../../../components/Notice.tsx';
import { counted } from '../../../lib/wording.ts';
import type { Column } from '../table/list.ts';
import { WholeTable } from '../table/WholeTable.tsx';

type Comparison = NonNullable<WeekRecount['comparison']>;
type Difference = Comparison['listed'][number];

function placeIn(place: Difference['recorded']): string {
  if (place === null) return 'no rank';
  const { rank, scoreTenths, scoreCount } = place;
  return `rank ${rank}, ${scoreTenths / 10} points in ${counted(scoreCount, 'score')}`;
}

const columns: readonly Column<Difference>[] = [
  {
    id: 'post',
    label: 'Post',
    cell: ({ postId }) => (
      <Link to="/rtm-sys/post/$id" params={{ id: postId }} className="text-link [overflow-wrap:anywhere]">
        {postId}
      </Link>
    ),
  },
  { id: 'recorded', label: 'In the archive', cell: ({ recorded }) => placeIn(recorded) },
  { id: 'counted', label: 'By the recount', cell: ({ counted: now }) => placeIn(now) },
];

/** In what a recount differs from the archive of its week. */
function ArchiveDifferences({ week, comparison }: { week: string; comparison: Comparison }) {
  const { ranks, differences, listed } = comparison;
  return (
    <>
      <Notice look="calm">
        {differences === 0
          ? `The archive of ${week} equals the recount: ${counted(ranks, 'rank')}.`
          : `${week}: the recount has another place or other scores for ${counted(differences, 'post')}.`}
      </Notice>
      {listed.length > 0 && (
        <div className="mt-4">
          <WholeTable
            label="Differences of the archive"
            columns={columns}
            rows={listed}
            keyOf={({ postId }) => postId}
          />
          {differences > listed.length && (
            <p className="mt-2 text-soft">The first {listed.length} are listed.</p>
          )}
        </div>
      )}
    </>
  );
}

/** How far a recount is, and what it has found. */
export function Recount({ recount }: { recount: WeekRecount }) {
  const { week, state, position, before, comparison, error } = recount;
  if (error !== null) {
    return (
      <Notice look="danger">
        {week} was not counted: {error}
      </Notice>
    );
  }
  if (comparison) return <ArchiveDifferences week={week} comparison={comparison} />;
  return (
    <div>
      <p className="mb-2 font-semibold">
        {state === 'waiting' ? `${week} waits for other builds.` : `Counting ${week}`}
      </p>
      <progress
        aria-label="Progress of the recount"
        className="h-2.5 w-full accent-accent"
        {...(state === 'counting' && { value: Math.min(position, before), max: before })}
      />
    </div>
  );
}
