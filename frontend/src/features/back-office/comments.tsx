import { isolated } from '@footnote/backend/shared/isolated.ts';
import { api } from '../../api/client.ts';
import type { AdminComment } from '../../api/generated/schema.d.ts';
import { decisionReasons } from '../../api/reasons.ts';
import { Tag } from '../../components/Tag.tsx';
import { DELETED_ACCOUNT } from '../../lib/wording.ts';
import { acted, pathOf, undoAct, withdrawing } from './acts/act.ts';
import { askReason, askWords } from './acts/ask.tsx';
import { SelfDecisionTag, SelfDecisionHint } from './acts/self-decision.tsx';
import { PersonLink } from './entity-links/EntityLinks.tsx';
import { PostLink } from './pictures/Picture.tsx';
import { table, when } from './table/table.tsx';
import { TablePage } from './table/TablePage.tsx';

/** The name that an author is shown under; the account may be deleted. */
function authorName({ username, displayUsername }: AdminComment): string {
  return displayUsername ?? username ?? DELETED_ACCOUNT;
}

/** The comments of everybody, hidden or not. */
const comments = table('comments', {
  noun: 'comment',
  hasTabs: true,
  nameOf: (comment) => `the comment by ${isolated(authorName(comment))}`,
  subject: 'comment',
  search: 'Search in texts',
  sort: '-createdAt',
  hasFile: true,
  filters: { hidden: ['Status', { false: 'Shown', true: 'Hidden' }] },
  links: { post: 'On one post', author: 'By one person', id: 'One comment' },
  opens: ({ postId }) => ({ to: '/rtm-sys/post/$id', params: { id: postId } }),
  columns: {
    text: [
      'Comment',
      ({ text, parentCommentId }) => (
        <div className="max-w-xl xl:min-w-44 [overflow-wrap:anywhere]">
          {parentCommentId !== null && <p className="text-sm text-soft">A reply</p>}
          <p dir="auto" className="whitespace-pre-line">
            {text ?? 'The account is deleted, and the text with it.'}
          </p>
        </div>
      ),
    ],
    author: [
      'Author',
      (comment) => (
        <div>
          <PersonLink id={comment.userId} name={authorName(comment)} />
          <SelfDecisionHint accountId={comment.userId}>Your own comment</SelfDecisionHint>
        </div>
      ),
    ],
    post: [
      'Post',
      ({ postId }) => (
        <PostLink postId={postId} imageUrl={`/api/rtm-sys/pictures/${postId}/1280.webp`} of="its post" />
      ),
    ],
    status: [
      'Status',
      ({ isHidden, reason, own }) => (
        <>
          {isHidden ? <Tag look="danger">Hidden</Tag> : <Tag>Shown</Tag>} <SelfDecisionTag own={own} />
          {isHidden && reason !== null && (
            <span className="mt-1 block text-sm text-soft">{decisionReasons[reason]}</span>
          )}
        </>
      ),
    ],
    likes: ['Likes', ({ likesCount }) => likesCount, 'number', 'optional'],
    createdAt: ['Posted', when('createdAt'), 'sortable'],
  },
  acts: [
    {
      kind: 'CommentHidden',
      name: 'Hide',
      done: 'hidden',
      key: 'h',
      isFor: ({ isHidden }) => !isHidden,
      about: 'Only admins see the text then. While a comment has replies, a sentence stands in its place.',
      ask: askReason((comment, body) =>
        acted(api.DELETE('/api/rtm-sys/comments/{id}', { ...pathOf(comment), body })),
      ),
    },
    withdrawing<AdminComment>(),
    // Undoes the act that hides it.
    {
      name: 'Show',
      done: 'shown',
      key: 'h',
      isFor: ({ isHidden, actId }) => isHidden && actId !== null,
      about: 'Everybody sees it again. Admins see the reason in the list of acts.',
      ask: askWords(({ actId }, reason) => undoAct(actId!, reason), { look: 'primary' }),
    },
  ],
});

export const Comments = () => <TablePage of={comments} />;
