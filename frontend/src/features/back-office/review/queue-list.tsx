import { api } from '../../../api/client.ts';
import type { ReviewItem } from '../../../api/generated/schema.d.ts';
import { Score } from '../../../components/Score.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { WrappedName } from '../../../components/WrappedName.tsx';
import { formatTime } from '../../../lib/dates.ts';
import { PostLink } from '../pictures/PostLink.tsx';
import { trailOf } from '../subjects/subject-pages.ts';
import { type List, pageOf } from '../table/list.ts';
import { harmNames, ownerOf, reasonText } from './review-words.ts';
import { WaitClock } from './WaitClock.tsx';

/** The id of what says that an admin cannot review their own post. */
export const ownNoteOf = ({ id }: ReviewItem): string => `own-${id}`;

function QueuedPost({ item }: { item: ReviewItem }) {
  const { id, imageUrl, thumbhash, isPublic, unreadable } = item;
  if (unreadable !== null) {
    return (
      <p className="xl:min-w-36">
        <code>{id}</code>
        <span className="block text-sm text-soft [overflow-wrap:anywhere]">{unreadable}</span>
      </p>
    );
  }
  return (
    <PostLink postId={id} imageUrl={imageUrl} thumbhash={thumbhash} of={`the post by ${ownerOf(item)}`}>
      <WrappedName>{ownerOf(item)}</WrappedName>
      {!isPublic && <span className="block text-sm font-normal text-soft">Not public</span>}
    </PostLink>
  );
}

/** Whether another admin reviews the post now. */
export function isTaken({ claimedBy, isMine }: ReviewItem): boolean {
  return claimedBy !== null && !isMine;
}

/** The posts that wait for a review, in the order of the server: most harm, then most reach, then oldest. */
export const queue: List<ReviewItem> = {
  name: 'queue',
  plural: 'posts to review',
  filters: [],
  idOf: ({ id }) => id,
  subjectOf: ({ id }) => ({ kind: 'post', id }),
  nameOf: (item) => `the post by ${ownerOf(item)}`,
  read: ({ cursor }) =>
    pageOf(api.GET('/api/rtm-sys/queue', { params: { query: cursor === undefined ? {} : { cursor } } })),
  opens: ({ id, isOwn, unreadable }) => {
    if (unreadable !== null) return trailOf({ kind: 'post', id });
    return isOwn
      ? { to: '/rtm-sys/post/$id', params: { id } }
      : { to: '/rtm-sys/review', search: { post: id } };
  },
  columns: [
    { id: 'post', label: 'Post', cell: (item) => <QueuedPost item={item} /> },
    {
      id: 'reasons',
      label: 'Why',
      cell: (item) => (
        <div className="xl:min-w-36">
          <ul className="space-y-1">
            {item.reasons.map((reason) => (
              <li
                key={`${reason.source} ${reason.category} ${reason.text}`}
                className="[overflow-wrap:anywhere]"
              >
                {reasonText(reason)}
              </li>
            ))}
          </ul>
          {item.isOwn && (
            <p id={ownNoteOf(item)} className="mt-1 text-sm text-soft">
              Your own, or reported by you: another admin reviews it
            </p>
          )}
        </div>
      ),
    },
    {
      id: 'clock',
      label: 'Clock',
      cell: ({ since, dueAt }) =>
        since !== null &&
        dueAt !== null && (
          <div className="xl:min-w-28">
            <WaitClock since={since} dueAt={dueAt} />
          </div>
        ),
    },
    {
      id: 'harm',
      label: 'Harm',
      cell: ({ harm, unreadable }) => (unreadable === null ? harmNames[harm] : '–'),
    },
    {
      id: 'reach',
      label: 'Reach',
      isNumber: true,
      cell: ({ reach, unreadable }) => (unreadable === null ? reach : '–'),
    },
    {
      id: 'score',
      label: 'AI score',
      isNumber: true,
      cell: ({ score }) => (score === null ? '–' : <Score value={score} />),
    },
    { id: 'model', label: 'Model', isOptional: true, cell: ({ model }) => model ?? '–' },
    {
      id: 'claim',
      label: 'Reviewed by',
      cell: ({ claimedBy, claimedUntil, isMine }) =>
        claimedBy === null || claimedUntil === null ? (
          '–'
        ) : (
          <div className="[overflow-wrap:anywhere] xl:min-w-24">
            <Tag look="attention">{isMine ? 'You' : claimedBy}</Tag>
            <span className="block text-sm text-soft">until {formatTime(claimedUntil)}</span>
          </div>
        ),
    },
  ],
};
