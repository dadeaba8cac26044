import { Injectable } from '@nestjs/common';
import type { Achievement } from '../domain/notice/achievement.js';
import { type Activity, NOTHING, isNothing } from '../domain/notice/notice.js';
import { projection } from './projection.js';
import type { ViewReader } from '../kernel/document-store.js';
import { Views } from '../kernel/projection.js';

/** Pending notices for one person about one post. */
export interface ActivityDocument {
  readonly postId: string;
  readonly accountId: string;
  /** What happened since the last notice. */
  readonly pending: Activity;
  /** The counted comments and replies, oldest first: the newest {@link MOST_UNTOLD}. */
  readonly untold: Untold;
  readonly isPending: boolean;
  /** How many notices were handled. */
  readonly notices: number;
  /** Time of the last notice, ISO 8601; empty before the first, so that it sorts first. */
  readonly lastAt: string;
}

interface Untold {
  readonly comments: readonly string[];
  readonly replies: readonly string[];
}

/** Deleted comments are no longer counted if they are among so many. */
const MOST_UNTOLD = 100;
const NONE: Untold = { comments: [], replies: [] };

export const activity = projection<ActivityDocument>({
  name: 'activity',
  version: 4,
  indexes: [{ fields: { isPending: 1, lastAt: 1 } }],
  on: {
    Rated: {
      ids: ({ data }) => [activityId(data.postId, data.ownerId)],
      fold: (document, _, id) => withNews(document, id, { ratings: 1 }),
    },
    CommentPosted: {
      ids: ({ data }) => readersOf(data),
      fold: (document, { data: { commentId, postId, postOwnerId } }, id) => {
        const before = document ?? nothingYet(id);
        return withComment(
          before,
          id === activityId(postId, postOwnerId) ? 'comments' : 'replies',
          commentId,
        );
      },
    },
    CommentDeleted: {
      ids: ({ data }) => readersOf(data),
      fold: (document, { data }) => document && withoutComment(document, data.commentId),
    },
    // Undoing this does not tell anyone: they can see the comment again.
    CommentHidden: {
      ids: ({ data }) => readersOf(data),
      fold: (document, { data }) => document && withoutComment(document, data.commentId),
    },
    AchievementReached: {
      ids: ({ data }) => [activityId(data.postId, data.ownerId)],
      fold: (document, { data }, id) => withNews(document, id, { achievements: [data.achievement] }),
    },
    ActivityNotified: {
      ids: ({ data }) => [activityId(data.postId, data.accountId)],
      fold: (document, { data: { activity: told, unwanted, at } }, id) => {
        const before = document ?? nothingYet(id);
        return standing({
          ...without(without(before, told), unwanted),
          notices: before.notices + 1,
          lastAt: isNothing(told) ? before.lastAt : at,
        });
      },
    },
    PostDeleted: {
      ids: ({ data }) => [activityId(data.postId, data.ownerId)],
      fold: (document) => document && standing({ ...document, pending: NOTHING, untold: NONE }),
    },
  },
});

function activityId(postId: string, accountId: string): string {
  return `${postId}:${accountId}`;
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

function nothingYet(id: string): ActivityDocument {
  const [postId = '', accountId = ''] = id.split(':');
  return { postId, accountId, pending: NOTHING, untold: NONE, isPending: false, notices: 0, lastAt: '' };
}

function withNews(
  document: ActivityDocument | null,
  id: string,
  news: { readonly ratings?: 1; readonly achievements?: readonly Achievement[] },
): ActivityDocument {
  const before = document ?? nothingYet(id);
  const { ratings, achievements, ...counts } = before.pending;
  const reached = news.achievements ?? [];
  return standing({
    ...before,
    pending: {
      ...counts,
      ratings: ratings + (news.ratings ?? 0),
      achievements: [
        ...achievements.filter((known) => !reached.some((one) => isSame(one, known))),
        ...reached,
      ],
    },
  });
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
  const left = untold[kind].filter((id) => id !== commentId);
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
export class ActivityReader {
  private readonly activity: ViewReader<ActivityDocument>;

  constructor(views: Views) {
    this.activity = views.of(activity);
  }

  /**
   * What is pending for people whose last notice was at or before `lastAt`, or who never got one; longest waiting
   * first, `limit` at most.
   */
  pending(lastAt: Date, limit: number): Promise<readonly ActivityDocument[]> {
    return this.activity.find({
      where: { isPending: true, lastAt: { $lte: lastAt.toISOString() } },
      sort: { lastAt: 1 },
      limit,
    });
  }
}
