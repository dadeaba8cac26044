import { isolated } from '@footnote/backend/shared/isolated.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { AdminPost } from '../../../api/generated/schema.d.ts';
import { Button } from '../../../components/Button.tsx';
import { Score } from '../../../components/Score.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { isRated } from '../../../lib/scores.ts';
import { DELETED_ACCOUNT, formatWhole } from '../../../lib/wording.ts';
import { SelfDecisionHint } from '../acts/self-decision.tsx';
import { PersonLink } from '../entity-links/EntityLinks.tsx';
import { countsQuery } from '../layout/Sidebar.tsx';
import { adminQuery } from '../session/admin.queries.ts';
import { PostLink } from '../pictures/Picture.tsx';
import { takeEntry } from '../session/leave.ts';
import { statuses, table, when } from '../table/table.tsx';
import { TablePage } from '../table/TablePage.tsx';
import { postActs } from './post-acts.ts';

export const status = statuses<AdminPost['status']>({
  pending: ['Pending Review', 'attention'],
  approved: ['Approved', 'good'],
  hidden: ['Hidden', 'plain'],
  removed: ['Removed', 'danger'],
  escalated: ['Legal Hold', 'danger'],
});

export function PostStatus({ post }: { post: Pick<AdminPost, 'status' | 'isPublic'> }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {status.tag(post.status)}
      {post.status === 'pending' && !post.isPublic && <Tag>Not public</Tag>}
    </span>
  );
}

/** The name that an owner is shown under; the account may be deleted. */
export function ownerName({
  username,
  displayUsername,
}: Pick<AdminPost, 'username' | 'displayUsername'>): string {
  return displayUsername ?? username ?? DELETED_ACCOUNT;
}

/** The way to what waits for a review. After the login it has the focus, so that Enter leads there. */
function ReviewWaiting() {
  const { data: counts } = useQuery(countsQuery);
  const focusAfterLogin = useCallback((link: HTMLAnchorElement | null) => {
    if (link && takeEntry()) link.focus({ preventScroll: true });
  }, []);
  if (!counts || counts.queue === 0) return null;
  return (
    <Button asChild>
      <Link to="/rtm-sys/review" ref={focusAfterLogin}>
        {`Review ${formatWhole(counts.queue)} Waiting`}
      </Link>
    </Button>
  );
}

/** The posts of everybody, public or not; what can be done with each is a column of its own. */
const posts = table('posts', {
  noun: 'post',
  first: <ReviewWaiting />,
  hasTabs: true,
  nameOf: (post) => `the post by ${isolated(ownerName(post))}`,
  subject: 'post',
  search: 'Search by name',
  sort: '-createdAt',
  hasFile: true,
  filters: {
    status: ['Status', status.names],
    isPublic: ['Public', { true: 'Public', false: 'Not public' }],
    flagged: ['Flags', { true: 'Flagged', false: 'Not flagged' }],
    reported: ['Reports', { true: 'Reported', false: 'Not reported' }],
  },
  links: { owner: 'By one person' },
  opens: ({ id }) => ({ to: '/rtm-sys/post/$id', params: { id } }),
  columns: {
    post: [
      'Post',
      (post) => (
        <PostLink
          postId={post.id}
          imageUrl={post.imageUrl}
          thumbhash={post.thumbhash}
          isLocked={post.status === 'escalated'}
          of={`the post by ${ownerName(post)}`}
        >
          <PersonLink id={post.ownerId} name={ownerName(post)} />
          <SelfDecisionHint accountId={post.ownerId}>Your own post</SelfDecisionHint>
        </PostLink>
      ),
    ],
    status: ['Status', (post) => <PostStatus post={post} />],
    flags: ['Flags', ({ moderationFlags }) => moderationFlags.join(', ') || null],
    openReports: [
      'Reports',
      ({ openReports }) =>
        openReports > 0 ? <strong className="text-danger">{openReports}</strong> : openReports,
      'sortable',
      'number',
    ],
    rating: [
      'Rating',
      (post) => (isRated(post) ? <Score value={Number(post.averageRating)} /> : null),
      'number',
    ],
    ratings: ['Ratings', ({ ratingsCount }) => ratingsCount, 'number', 'optional'],
    likes: ['Likes', ({ likesCount }) => likesCount, 'number', 'optional'],
    comments: ['Comments', ({ commentsCount }) => commentsCount, 'number', 'optional'],
    week: ['Week', ({ week }) => week, 'optional'],
    createdAt: ['Published', when('createdAt'), 'sortable'],
  },
  acts: Object.values(postActs),
  folds: 'others',
});

const { escalated: _, ...others } = status.names;

/** The same without what only owners see: posts under legal hold. */
const postsOfModerators = { ...posts, filters: { ...posts.filters, status: ['Status', others] as const } };

export function Posts() {
  const { data: admin } = useQuery(adminQuery);
  return <TablePage of={admin?.role === 'owner' ? posts : postsOfModerators} />;
}
