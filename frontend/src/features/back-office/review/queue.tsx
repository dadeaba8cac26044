import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReviewItem } from '../../../api/generated/schema.d.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { Button } from '../../../components/Button.tsx';
import { Score } from '../../../components/Score.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { formatTime } from '../../../lib/dates.ts';
import { formatDuration } from '../../../lib/durations.ts';
import { useNow } from '../../../lib/use-now.ts';
import { counted, formatWhole } from '../../../lib/wording.ts';
import { PersonLink } from '../entity-links/EntityLinks.tsx';
import { trailOf } from '../entity-links/entity-pages.ts';
import { rowButton } from '../layout/page.tsx';
import { countsQuery } from '../layout/Sidebar.tsx';
import { PostLink } from '../pictures/Picture.tsx';
import { Small, table } from '../table/table.tsx';
import { TablePage } from '../table/TablePage.tsx';

/** The owner, who may be deleted. */
export function ownerOf({ username }: ReviewItem): string {
  return username ?? 'a deleted account';
}

export const capital = (word: string): string => `${word[0]!.toUpperCase()}${word.slice(1)}`;

/** What it is called in a sentence. */
const nameIn = (item: ReviewItem): string =>
  `${item.subject} ${item.subject === 'profile' ? 'of' : 'by'} ${ownerOf(item)}`;

/** How much harm the reasons of a post name, from 0 to 4. */
export const harmNames = ['None', 'Low', 'High', 'Highest', 'Possible minor'] as const;

/** What is known of an owner, by standing. */
export const standingNames: Readonly<Record<NonNullable<ReviewItem['standing']>, string>> = {
  new: 'New',
  known: 'Known',
  trusted: 'Trusted',
  'under strikes': 'Has strikes',
};

/** Why a post is in the queue, in words. */
export function reasonText({ source, text, category, reports }: ReviewItem['reasons'][number]): string {
  if (source === 'new owner') return 'Its owner is new';
  if (source === 'owner under strikes') return 'Its owner has strikes';
  if (source === 'flag') return `The check says: ${text}`;
  return `${counted(reports, 'report')}: ${category === null ? 'no category' : decisionReasons[category]}`;
}

interface WaitClockProps {
  /** When the oldest reason came, and when it should be decided, ISO 8601. */
  since: string;
  dueAt: string;
}

/** How long something waits for a decision, against its target, updated every minute. What is overdue stands out. */
export function WaitClock({ since, dueAt }: WaitClockProps) {
  const now = useNow('minute');
  const [start, due] = [Date.parse(since), Date.parse(dueAt)];
  const waited = `Waits ${formatDuration(now - start)}, target ${formatDuration(due - start)}`;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {now > due && (
        <span className="xl:whitespace-nowrap">
          <Tag look="danger">{`Overdue by ${formatDuration(now - due)}`}</Tag>
        </span>
      )}
      <span className="text-[0.9375rem] text-soft">{waited}</span>
    </span>
  );
}

/** The id of what says that an admin cannot review their own post. */
const ownNoteOf = ({ id }: ReviewItem): string => `own-${id}`;

function QueuedPost({ item }: { item: ReviewItem }) {
  const { id, subject, postId, imageUrl, thumbhash, text, isPublic, unreadable } = item;
  if (unreadable !== null) {
    return (
      <p className="xl:min-w-36">
        <code>{id}</code>
        <span className="block text-sm text-soft [overflow-wrap:anywhere]">{unreadable}</span>
      </p>
    );
  }
  const name = <PersonLink id={item.ownerId} name={item.username} />;
  if (postId === null) {
    return (
      <div className="font-semibold">
        {name}
        <Small>Profile</Small>
      </div>
    );
  }
  return (
    <PostLink postId={postId} imageUrl={imageUrl} thumbhash={thumbhash} of={`the post by ${ownerOf(item)}`}>
      {name}
      {!isPublic && <Small>Not public</Small>}
      {subject === 'comment' && (
        <span className="line-clamp-2 max-w-60 text-sm font-normal text-soft [overflow-wrap:anywhere]">
          {`Comment: ${text ?? 'its text is gone'}`}
        </span>
      )}
    </PostLink>
  );
}

/** The way to reviews, and how many posts wait for one. */
function Start() {
  const { data: counts } = useQuery(countsQuery);
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-5 gap-y-3">
      <Button asChild>
        <Link to="/rtm-sys/review">Start Reviewing</Link>
      </Button>
      <Button asChild look="secondary">
        <Link to="/rtm-sys/review/sheet">Approve Many</Link>
      </Button>
      {counts && (
        <p role="status">
          <span>
            {counts.queue === 0 ? 'Nothing waits for a review.' : `${formatWhole(counts.queue)} waiting`}
          </span>
          {counts.overdue > 0 && (
            <span>
              , <strong className="text-danger">{`${counts.overdue} overdue`}</strong>
            </span>
          )}
        </p>
      )}
    </div>
  );
}

function ReviewButton({ item }: { item: ReviewItem }) {
  const navigate = useNavigate();
  return (
    <Button
      look="secondary"
      className={rowButton}
      aria-label={`Review the ${nameIn(item)}`}
      {...(item.isOwn && { 'aria-disabled': true, 'aria-describedby': ownNoteOf(item) })}
      onClick={() => void navigate({ to: '/rtm-sys/review', search: { post: item.id } })}
    >
      Review
    </Button>
  );
}

/** The posts that wait for a review, in the order of the server: most harm, then most reach, then oldest. */
const queue = table('queue', {
  noun: 'post',
  plural: 'posts to review',
  title: 'Review Queue',
  intro: 'Most harm first, then most reach, then oldest. What you review is yours for 10 minutes.',
  hasTabs: true,
  top: <Start />,
  nameOf: (item) => `the ${nameIn(item)}`,
  subject: ({ subject }) => (subject === 'profile' ? 'person' : subject),
  opens: ({ id, subject, isOwn, unreadable }) => {
    if (unreadable !== null) return trailOf({ kind: subject === 'profile' ? 'person' : subject, id });
    return isOwn && subject === 'post'
      ? { to: '/rtm-sys/post/$id', params: { id } }
      : { to: '/rtm-sys/review', search: { post: id } };
  },
  columns: {
    post: ['Post', (item) => <QueuedPost item={item} />],
    reasons: [
      'Why',
      (item) => (
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
    ],
    clock: [
      'Clock',
      ({ since, dueAt }) =>
        since !== null &&
        dueAt !== null && (
          <div className="xl:min-w-28">
            <WaitClock since={since} dueAt={dueAt} />
          </div>
        ),
    ],
    harm: ['Harm', ({ harm, unreadable }) => (unreadable === null ? harmNames[harm] : null)],
    reach: ['Reach', ({ reach, unreadable }) => (unreadable === null ? reach : null), 'number'],
    score: ['AI score', ({ score }) => (score === null ? null : <Score value={score} />), 'number'],
    model: ['Model', ({ model }) => model, 'optional'],
    claim: [
      'Reviewed by',
      ({ claimedBy, claimedUntil, isMine }) =>
        claimedBy &&
        claimedUntil && (
          <div className="[overflow-wrap:anywhere] xl:min-w-24">
            <Tag look="attention">{isMine ? 'You' : claimedBy}</Tag>
            <Small>until {formatTime(claimedUntil)}</Small>
          </div>
        ),
    ],
  },
  // Not where another admin reviews it now.
  more: (item) =>
    (item.claimedBy === null || item.isMine) && item.unreadable === null && <ReviewButton item={item} />,
});

export const Queue = () => <TablePage of={queue} />;
