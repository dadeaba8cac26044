import { Injectable } from '@nestjs/common';
import type { Achievement } from '../domain/notification/achievement.js';
import { Activity, NOTHING, isNothing } from '../domain/notification/notification.js';
import { type TypeOf, flag, id, list, number, object, text } from '../kernel/field.js';
import { readerOf, view } from './view.js';

const Untold = object({ comments: list(id), replies: list(id) });
type Untold = TypeOf<typeof Untold>;

/** Pending notices for one person about one post. */
const ActivityAtPost = object({
  postId: id,
  accountId: id,
  /** What happened since the last notice. */
  pending: Activity,
  /** The counted comments and replies, oldest first: the newest {@link MOST_UNTOLD}. */
  untold: Untold,
  isPending: flag,
  /** How many notices were handled. */
  notices: number,
  /** Time of the last notice, ISO 8601; empty before the first, so that it sorts first. */
  lastAt: text,
});
export type ActivityDocument = TypeOf<typeof ActivityAtPost>;

/** Deleted comments are no longer counted if they are among so many. */
const MOST_UNTOLD = 100;
const NONE: Untold = { comments: [], replies: [] };

export const pendingNotifications = view('activity', {
  version: 4,
  document: ActivityAtPost,
  indexes: ['isPending lastAt'],
})
  .createdBy(ofOwner, {
    Rated: (before, _, __, of) =>
      withNews(before ?? nothingYet(of), ({ ratings }) => ({ ratings: ratings + 1 })),
    AchievementReached: (before, { achievement }, _, of) =>
      withNews(before ?? nothingYet(of), ({ achievements }) => ({
        achievements: [...achievements.filter((known) => !isSame(known, achievement)), achievement],
      })),
  })
  .changedBy(ofOwner, {
    PostDeleted: (document) => standing({ ...document, pending: NOTHING, untold: NONE }),
  })
  .createdBy(readersOf, {
    CommentPosted: (before, { commentId, postId, postOwnerId }, _, of) => {
      const kind = of === activityId(postId, postOwnerId) ? 'comments' : 'replies';
      return withComment(before ?? nothingYet(of), kind, commentId);
    },
  })
  // Undoing `CommentHidden` does not tell anyone: they can see the comment again.
  .changedBy(readersOf, ['CommentDeleted', 'CommentHidden'], (document, { commentId }) =>
    withoutComment(document, commentId),
  )
  .createdBy(
    ({ postId, accountId }: { readonly postId: string; readonly accountId: string }) =>
      activityId(postId, accountId),
    {
      ActivityNotified: (document, { activity: told, unwanted, at }, _, of) => {
        const before = document ?? nothingYet(of);
        return standing({
          ...without(without(before, told), unwanted),
          notices: before.notices + 1,
          lastAt: isNothing(told) ? before.lastAt : at,
        });
      },
    },
  );

function activityId(postId: string, accountId: string): string {
  return `${postId}:${accountId}`;
}

function ofOwner({ postId, ownerId }: { readonly postId: string; readonly ownerId: string }): string {
  return activityId(postId, ownerId);
}

/**
 * The post owner gets one notice for a comment, not a second one for a reply. No one gets a notice of their own
 * comment.
 */
function readersOf(comment: {
  readonly postId: string;
  readonly postOwnerId: string;
  readonly authorId: string;
  readonly parent: { readonly authorId: string } | null;
}): string[] {
  const { postId, postOwnerId, authorId, parent } = comment;
  return [...new Set([postOwnerId, ...(parent ? [parent.authorId] : [])])]
    .filter((accountId) => accountId !== authorId)
    .map((accountId) => activityId(postId, accountId));
}

function nothingYet(of: string): ActivityDocument {
  const [postId = '', accountId = ''] = of.split(':');
  return { postId, accountId, pending: NOTHING, untold: NONE, isPending: false, notices: 0, lastAt: '' };
}

function withNews(document: ActivityDocument, newsIn: (pending: Activity) => Partial<Activity>) {
  const { pending } = document;
  return standing({ ...document, pending: { ...pending, ...newsIn(pending) } });
}

/** What is left to tell, newest comments only: what arrived while the notice was being made stays. */
function without({ pending, untold, ...rest }: ActivityDocument, told: Activity): ActivityDocument {
  const isTold = (achievement: Achievement) => told.achievements.some((known) => isSame(known, achievement));
  return {
    ...rest,
    pending: {
      ratings: Math.max(0, pending.ratings - told.ratings),
      comments: Math.max(0, pending.comments - told.comments),
      replies: Math.max(0, pending.replies - told.replies),
      achievements: pending.achievements.filter((achievement) => !isTold(achievement)),
    },
    untold: {
      comments: newest(untold.comments, pending.comments - told.comments),
      replies: newest(untold.replies, pending.replies - told.replies),
    },
  };
}

function newest(ids: readonly string[], count: number): readonly string[] {
  return count > 0 ? ids.slice(-count) : [];
}

function withComment(document: ActivityDocument, kind: keyof Untold, commentId: string): ActivityDocument {
  const { pending, untold } = document;
  return standing({
    ...document,
    pending: { ...pending, [kind]: pending[kind] + 1 },
    untold: { ...untold, [kind]: newest([...untold[kind], commentId], MOST_UNTOLD) },
  });
}

/** Nobody is notified about a comment that is gone. Without any known one left, the others are taken for gone, too. */
function withoutComment(document: ActivityDocument, commentId: string): ActivityDocument {
  const { pending, untold } = document;
  const kind = (['comments', 'replies'] as const).find((one) => untold[one].includes(commentId));
  if (!kind) return document;
  const left = untold[kind].filter((one) => one !== commentId);
  return standing({
    ...document,
    pending: { ...pending, [kind]: left.length === 0 ? 0 : pending[kind] - 1 },
    untold: { ...untold, [kind]: left },
  });
}

function isSame(one: Achievement, other: Achievement): boolean {
  if (one.kind === 'ratings' && other.kind === 'ratings') return one.count === other.count;
  return one.kind === other.kind;
}

function standing(document: ActivityDocument): ActivityDocument {
  return { ...document, isPending: !isNothing(document.pending) };
}

@Injectable()
export class PendingNotificationsReader extends readerOf(pendingNotifications) {
  /**
   * What is pending for people whose last notice was at or before `lastAt`, or who never got one; longest waiting
   * first, `limit` at most.
   */
  pending(lastAt: Date, limit: number): Promise<readonly ActivityDocument[]> {
    return this.documents.find({
      where: { isPending: true, lastAt: { $lte: lastAt.toISOString() } },
      sort: { lastAt: 1 },
      limit,
    });
  }
}
