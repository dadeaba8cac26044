import type { WeekRecount } from '../../../api/generated/schema.d.ts';
import { Notice } from '../../../components/Notice.tsx';
import { counted } from '../../../lib/wording.ts';
import { PlaceDifferences } from '../weeks/PlaceDifferences.tsx';

type Comparison = NonNullable<WeekRecount['comparison']>;

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
      <PlaceDifferences listed={listed} differences={differences} counted="By the recount" />
    </>
  );
}

/** How far a recount is, and what it has found. */
export function Recount({ recount }: { recount: WeekRecount }) {
  const { week, state, position, before, comparison, error } = recount;
  if (error !== null) {
    return <Notice look="danger">{`${week} was not counted: ${error}`}</Notice>;
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
