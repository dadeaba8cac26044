import { isolated } from '@footnote/backend/shared/isolated.ts';
import { api } from '../../../api/client.ts';
import type { AdminPost } from '../../../api/generated/schema.d.ts';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Score } from '../../../components/Score.tsx';
import { Tag, type TagLook } from '../../../components/Tag.tsx';
import { WrappedName } from '../../../components/WrappedName.tsx';
import { isRated } from '../../../lib/scores.ts';
import { DELETED_ACCOUNT } from '../../../lib/wording.ts';
import { YourOwn } from '../acts/YourOwn.tsx';
import { type List, pageOf } from '../table/list.ts';
import { PostLink } from '../table/Picture.tsx';

const statusNames: Readonly<Record<AdminPost['status'], string>> = {
  pending: 'Pending Review',
  approved: 'Approved',
  hidden: 'Hidden',
  removed: 'Removed',
  escalated: 'Legal Hold',
};

const looks: Readonly<Record<AdminPost['status'], TagLook>> = {
  pending: 'attention',
  approved: 'good',
  hidden: 'plain',
  removed: 'danger',
  escalated: 'danger',
};

export function PostStatus({ post: { status, isPublic } }: { post: Pick<AdminPost, 'status' | 'isPublic'> }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Tag look={looks[status]}>{statusNames[status]}</Tag>
      {status === 'pending' && !isPublic && <Tag>Not public</Tag>}
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

const yesOrNo = (yes: string, no: string) =>
  [
    ['true', yes],
    ['false', no],
  ] as const;

/** The posts of everybody, public or not; what can be done with each is a column of its own. */
export const posts: List<AdminPost> = {
  name: 'posts',
  plural: 'posts',
  hasFile: true,
  searchLabel: 'Search by name',
  defaultSort: '-createdAt',
  filters: [
    { key: 'status', label: 'Status', options: Object.entries(statusNames) },
    { key: 'isPublic', label: 'Public', options: yesOrNo('Public', 'Not public') },
    { key: 'flagged', label: 'Flags', options: yesOrNo('Flagged', 'Not flagged') },
    { key: 'reported', label: 'Reports', options: yesOrNo('Reported', 'Not reported') },
  ],
  idOf: ({ id }) => id,
  subjectOf: ({ id }) => ({ kind: 'post', id }),
  nameOf: (post) => `the post by ${isolated(ownerName(post))}`,
  read: (query) => pageOf(api.GET('/api/rtm-sys/posts', { params: { query } })),
  opens: ({ id }) => ({ to: '/rtm-sys/post/$id', params: { id } }),
  columns: [
    {
      id: 'post',
      label: 'Post',
      cell: (post) => (
        <PostLink
          postId={post.id}
          imageUrl={post.imageUrl}
          thumbhash={post.thumbhash}
          isLocked={post.status === 'escalated'}
          of={`the post by ${ownerName(post)}`}
        >
          <WrappedName>{ownerName(post)}</WrappedName>
          <YourOwn accountId={post.ownerId}>Your own post</YourOwn>
        </PostLink>
      ),
    },
    { id: 'status', label: 'Status', cell: (post) => <PostStatus post={post} /> },
    { id: 'flags', label: 'Flags', cell: ({ moderationFlags }) => moderationFlags.join(', ') || '–' },
    {
      id: 'openReports',
      label: 'Reports',
      isSortable: true,
      isNumber: true,
      cell: ({ openReports }) =>
        openReports > 0 ? <strong className="text-danger">{openReports}</strong> : openReports,
    },
    {
      id: 'rating',
      label: 'Rating',
      isNumber: true,
      cell: (post) => (isRated(post) ? <Score value={Number(post.averageRating)} /> : '–'),
    },
    {
      id: 'ratings',
      label: 'Ratings',
      isNumber: true,
      isOptional: true,
      cell: ({ ratingsCount }) => ratingsCount,
    },
    { id: 'likes', label: 'Likes', isNumber: true, isOptional: true, cell: ({ likesCount }) => likesCount },
    {
      id: 'comments',
      label: 'Comments',
      isNumber: true,
      isOptional: true,
      cell: ({ commentsCount }) => commentsCount,
    },
    { id: 'week', label: 'Week', isOptional: true, cell: ({ week }) => week },
    {
      id: 'createdAt',
      label: 'Published',
      isSortable: true,
      cell: ({ createdAt }) => <RelativeTime iso={createdAt} className="whitespace-nowrap" />,
    },
  ],
};

/** The same without what only owners see: posts under legal hold. */
export const postsOfModerators: List<AdminPost> = {
  ...posts,
  filters: posts.filters.map((filter) =>
    filter.key === 'status'
      ? { ...filter, options: filter.options.filter(([value]) => value !== 'escalated') }
      : filter,
  ),
};
