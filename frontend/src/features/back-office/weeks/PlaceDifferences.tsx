import { Link } from '@tanstack/react-router';
import type { PlaceDifference } from '../../../api/generated/schema.d.ts';
import { counted as inWords } from '../../../lib/wording.ts';
import type { Column } from '../table/list.ts';
import { WholeTable } from '../table/WholeTable.tsx';

function placeIn(place: PlaceDifference['recorded']): string {
  if (place === null) return 'no rank';
  const { rank, scoreTenths, scoreCount } = place;
  return `rank ${rank}, ${scoreTenths / 10} points in ${inWords(scoreCount, 'score')}`;
}

const columnsOf = (counted: string): readonly Column<PlaceDifference>[] => [
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
  { id: 'counted', label: counted, cell: (difference) => placeIn(difference.counted) },
];

interface PlaceDifferencesProps {
  /** The first of them. */
  listed: readonly PlaceDifference[];
  /** How many there are. */
  differences: number;
  /** What the archive is compared with. */
  counted: string;
}

/** The posts whose places differ from the archive of a week. */
export function PlaceDifferences({ listed, differences, counted }: PlaceDifferencesProps) {
  if (listed.length === 0) return null;
  return (
    <div className="mt-4">
      <WholeTable
        label="Differences of the archive"
        columns={columnsOf(counted)}
        rows={listed}
        keyOf={({ postId }) => postId}
      />
      {differences > listed.length && <p className="mt-2 text-soft">The first {listed.length} are listed.</p>}
    </div>
  );
}
