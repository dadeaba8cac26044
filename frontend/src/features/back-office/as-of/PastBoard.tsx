import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { PastBoardAnswer } from '../../../api/generated/schema.d.ts';
import { ShowMore } from '../../../components/Button.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { Section } from '../../../components/Section.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { WrappedName } from '../../../components/WrappedName.tsx';
import { boostNames } from '../../../lib/boosts.ts';
import { formatMoment, formatShortDate } from '../../../lib/dates.ts';
import { counted, DELETED_ACCOUNT, formatWhole } from '../../../lib/wording.ts';
import { PlaceDifferences } from '../weeks/PlaceDifferences.tsx';
import type { Column } from '../table/list.ts';
import { WholeTable } from '../table/WholeTable.tsx';

type Row = PastBoardAnswer['posts'][number];

/** How many posts are shown at first, and how many more each time. */
const step = 50;

/** Post and person lead to what they were at the same moment. */
const columnsAt = (at: string): readonly Column<Row>[] => [
  { id: 'rank', label: 'Rank', isNumber: true, cell: ({ rank }) => rank },
  {
    id: 'post',
    label: 'Post',
    cell: ({ id, publishedAt, week, isDifferent }) => (
      <div className="min-w-28">
        <Link
          to="/rtm-sys/as-of/$kind/$id"
          params={{ kind: 'post', id }}
          search={{ at }}
          className="text-link whitespace-nowrap"
        >
          {formatShortDate(publishedAt)}
        </Link>{' '}
        <span className="block text-sm text-soft">{week}</span>
        {isDifferent && <Tag look="attention">Differs</Tag>}
      </div>
    ),
  },
  {
    id: 'owner',
    label: 'By',
    cell: ({ ownerId, username, displayUsername }) => (
      <Link
        to="/rtm-sys/as-of/$kind/$id"
        params={{ kind: 'person', id: ownerId }}
        search={{ at }}
        className="text-link"
      >
        <WrappedName>{displayUsername ?? username ?? DELETED_ACCOUNT}</WrappedName>
      </Link>
    ),
  },
  { id: 'average', label: 'Average', isNumber: true, cell: ({ average }) => average },
  { id: 'votes', label: 'Votes', isNumber: true, cell: ({ votes }) => formatWhole(votes) },
  { id: 'likes', label: 'Likes', isNumber: true, cell: ({ likes }) => formatWhole(likes) },
  { id: 'comments', label: 'Comments', isNumber: true, cell: ({ comments }) => formatWhole(comments) },
  { id: 'boost', label: 'Boost', cell: ({ boostType }) => (boostType ? boostNames[boostType] : '–') },
];

function Comparison({ comparison }: Pick<PastBoardAnswer, 'comparison'>) {
  if (!comparison) return <p>The last week that had ended then has no archive.</p>;
  const { week, ranks, posts, differences, listed } = comparison;
  return (
    <>
      <p>
        {differences === 0
          ? `The archive of ${week} has the same ${counted(ranks, 'post')} with the same places and scores.`
          : `${week}: ${counted(differences, 'post')} of ${formatWhole(Math.max(ranks, posts))} had another place or other scores than in the archive.`}{' '}
        <Link to="/leaderboard" search={{ tab: 'week', week }} className="text-link">
          Open the week
        </Link>
      </p>
      <PlaceDifferences listed={listed} differences={differences} counted="At this moment" />
    </>
  );
}

export function PastBoard({ board }: { board: PastBoardAnswer }) {
  const { at, position, events, count, posts, comparison, isIncomplete } = board;
  const [shown, setShown] = useState(step);
  return (
    <>
      {isIncomplete && (
        <Notice look="calm">
          An event can’t be read or folded. The pages of the site leave it out, too.
        </Notice>
      )}
      <Section
        title="Archive"
        intro="The last week that had ended, by the posts of this moment, beside its archive."
      >
        <Comparison comparison={comparison} />
      </Section>
      <Section title="Board">
        <p className="mb-4">
          {at === null ? (
            'Nothing had happened yet.'
          ) : (
            <>
              {counted(count, 'post')} on {formatMoment(at)},{' '}
              <span className="text-soft">
                from {counted(events, 'event')} until position {position}.
              </span>
            </>
          )}
        </p>
        {posts.length > 0 && (
          <WholeTable
            label="The board as it was"
            columns={columnsAt(String(position))}
            rows={posts.slice(0, shown)}
            keyOf={({ id }) => id}
          />
        )}
        {shown < posts.length && <ShowMore busy={false} onClick={() => setShown(shown + step)} />}
        {shown >= posts.length && count > posts.length && (
          <p className="mt-4 text-soft">The first {formatWhole(posts.length)} are shown.</p>
        )}
      </Section>
    </>
  );
}
