import type { RemovedPost } from '../../api/types.ts';
import { Score } from '../../components/Score.tsx';
import { RankBadge } from './RankBadge.tsx';

/** The place of a post that is gone by now, in the measures of a card. */
export function RemovedCard({ place }: { place: RemovedPost }) {
  const isRated = place.ratingsCount > 0;
  return (
    <div className="relative overflow-hidden rounded-card border border-dashed border-line">
      <div className="grid aspect-square place-items-center px-4 text-center text-soft">Removed</div>
      {isRated && place.rank <= 5 && <RankBadge rank={place.rank} />}
      <div className="flex h-18 justify-between gap-x-2 px-3 max-sm:flex-col max-sm:justify-center sm:h-13 sm:items-center">
        <span className="truncate text-soft max-sm:text-sm">No longer here</span>
        {isRated ? (
          <Score value={Number(place.averageRating)} className="shrink-0 text-xl" />
        ) : (
          <span className="shrink-0 text-xs text-soft">Not rated</span>
        )}
      </div>
    </div>
  );
}
