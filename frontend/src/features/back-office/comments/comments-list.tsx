import { isolated } from '@footnote/backend/shared/isolated.ts';
import { Link } from '@tanstack/react-router';
import { api } from '../../../api/client.ts';
import type { AdminComment } from '../../../api/generated/schema.d.ts';
import { decisionReasons } from '../../../api/reasons.ts';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Tag } from '../../../components/Tag.tsx';
import { WrappedName } from '../../../components/WrappedName.tsx';
import { DELETED_ACCOUNT } from '../../../lib/wording.ts';
import { OwnTag } from '../acts/OwnTag.tsx';
import { YourOwn } from '../acts/YourOwn.tsx';
import { type List, pageOf } from '../table/list.ts';
import { PostLink } from '../table/Picture.tsx';

/** The name that an author is shown under; the account may be deleted. */
function authorName({ username, displayUsername }: AdminComment): string {
  return displayUsername ?? username ?? DELETED_ACCOUNT;
}

/** What a comment is called for screen readers. */
export function commentName(comment: AdminComment): string {
  return `the comment by ${isolated(authorName(comment))}`;
}

/** The comments of everybody, hidden or not. */
export const comments: List<AdminComment> = {
  name: 'comments',
  plural: 'comments',
  hasFile: true,
  searchLabel: 'Search in texts',
  defaultSort: '-createdAt',
  filters: [
    {
      key: 'hidden',
      label: 'Status',
      options: [
        ['false', 'Shown'],
        ['true', 'Hidden'],
      ],
    },
  ],
  idFilters: [
    { key: 'post', label: 'On one post' },
    { key: 'author', label: 'By one person' },
    { key: 'id', label: 'One comment' },
  ],
  idOf: ({ id }) => id,
  subjectOf: ({ id }) => ({ kind: 'comment', id }),
  nameOf: commentName,
  read: (query) => pageOf(api.GET('/api/rtm-sys/comments', { params: { query } })),
  opens: ({ postId }) => ({ to: '/rtm-sys/post/$id', params: { id: postId } }),
  columns: [
    {
      id: 'text',
      label: 'Comment',
      cell: ({ text, parentCommentId }) => (
        <div className="max-w-xl xl:min-w-44 [overflow-wrap:anywhere]">
          {parentCommentId !== null && <p className="text-sm text-soft">A reply</p>}
          <p dir="auto" className="whitespace-pre-line">
            {text ?? 'The account is deleted, and the text with it.'}
          </p>
        </div>
      ),
    },
    {
      id: 'author',
      label: 'Author',
      cell: (comment) => (
        <div>
          <Link
            to="/rtm-sys/comments"
            search={{ author: comment.userId }}
            className="font-semibold hover:text-accent hover:underline"
          >
            <WrappedName>{authorName(comment)}</WrappedName>
          </Link>
          <YourOwn accountId={comment.userId}>Your own comment</YourOwn>
        </div>
      ),
    },
    {
      id: 'post',
      label: 'Post',
      cell: ({ postId }) => (
        <PostLink postId={postId} imageUrl={`/api/rtm-sys/pictures/${postId}/1280.webp`} of="its post">
          Open<span className="sr-only"> its post</span>
        </PostLink>
      ),
    },
    {
      id: 'status',
      label: 'Status',
      cell: ({ isHidden, reason, own }) => (
        <>
          {isHidden ? <Tag look="danger">Hidden</Tag> : <Tag>Shown</Tag>} <OwnTag own={own} />
          {isHidden && reason !== null && (
            <span className="mt-1 block text-sm text-soft">{decisionReasons[reason]}</span>
          )}
        </>
      ),
    },
    { id: 'likes', label: 'Likes', isNumber: true, isOptional: true, cell: ({ likesCount }) => likesCount },
    {
      id: 'createdAt',
      label: 'Posted',
      isSortable: true,
      cell: ({ createdAt }) => <RelativeTime iso={createdAt} className="whitespace-nowrap" />,
    },
  ],
};
