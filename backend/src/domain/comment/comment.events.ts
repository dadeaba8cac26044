import { type EventsOf, event } from '../../kernel/event.js';
import { flag, id, nullable, object, oneOf, text, personal } from '../../kernel/field.js';
import { ReasonCode } from '../moderation/reasons.js';

/** Of which comment an event is. */
const ofComment = {
  commentId: id,
  postId: id,
  postOwnerId: id,
  authorId: id,
  /** The parent comment and its author. */
  parent: nullable(object({ commentId: id, authorId: id })),
};

const about = {
  commentId: 'comment',
  postId: 'post',
  postOwnerId: 'person',
  authorId: 'person',
  'parent.commentId': 'comment',
  'parent.authorId': 'person',
} as const;

export const commentEvents = {
  /** A user commented on a post. */
  CommentPosted: event(
    {
      ...ofComment,
      /** Null once the author's key has been destroyed. */
      text: personal('authorId', text),
    },
    '{actor} wrote {commentId} on {postId}, in reply to {parent.commentId?the post}.',
    about,
  ),
  /** A comment was deleted permanently. */
  CommentDeleted: event(
    {
      ...ofComment,
      because: oneOf('author', 'parent deleted', 'account deleted'),
      /** Whether an admin had hidden it: then it was not counted. */
      wasHidden: flag,
    },
    '{actor} deleted {commentId} on {postId} for good ({because|words}).',
    about,
  ),
  /** An admin hid the comment: its text is not shown. */
  CommentHidden: event(
    {
      ...ofComment,
      actId: id,
      reason: ReasonCode,
      /** For the author; null once the author's key has been destroyed. */
      note: personal('authorId', text),
    },
    '{actor} hid the text of {commentId} by {authorId} on {postId} ({reason|reason}).',
    { ...about, actId: 'act' },
  ),
  /** That was undone: the comment is shown as before. */
  CommentActUndone: event(
    {
      ...ofComment,
      actId: id,
      /** For other admins; null once the author's key has been destroyed. */
      because: personal('authorId', text),
    },
    '{actor} undid {actId}, so that {commentId} by {authorId} on {postId} appeared again.',
    { ...about, actId: 'act' },
  ),
};

export type CommentEvents = EventsOf<typeof commentEvents>;
