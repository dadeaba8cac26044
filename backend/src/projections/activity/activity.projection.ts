import type { Achievement } from '../../domain/notice/achievement.events.js';
import { type Activity, NOTHING, isNothing } from '../../domain/notice/notice.events.js';
import { projection } from '../projection.js';

/** What one person is still to be told about one post. */
export interface ActivityDocument {
  readonly postId: string;
  readonly accountId: string;
  /** What has happened since the person was last told. */
  readonly pending: Activity;
  /** Which comments and replies are counted there, oldest first. */
  readonly untold: Untold;
  readonly isPending: boolean;
  /** How many times something of this was dealt with. */
  readonly notices: number;
  /** When the person was last told, ISO 8601; empty before the first time, which sorts first. */
  readonly lastAt: string;
}

interface Untold {
  readonly comments: readonly string[];
  readonly replies: readonly string[];
}

const NONE: Untold = { comments: [], replies: [] };

export const activity = projection<ActivityDocument>({
  name: 'activity',
  version: 2,
  indexes: [{ fields: { isPending: 1, lastAt: 1 } }],
  on: {
    Rated: {
      ids: ({ data }) => [activityId(data.postId, data.ownerId)],
      fold: (document, _, id) => more(document, id, { ratings: 1 }),
    },
    CommentPosted: {
      ids: ({ data }) => readersOf(data),
      fold: (document, { data: { commentId, postId, postOwnerId } }, id) => {
        const before = document ?? nothingYet(id);
        const { comments, replies } = before.untold;
        const isOwn = id === activityId(postId, postOwnerId);
        return standing({
          ...before,
          untold: isOwn
            ? { comments: [...comments, commentId], replies }
            : { comments, replies: [...replies, commentId] },
        });
      },
    },
    CommentDeleted: {
      ids: ({ data }) => readersOf(data),
      fold: (document, { data: { commentId } }) => {
        if (!document) return null;
        const isLeft = (untold: string) => untold !== commentId;
        const { comments, replies } = document.untold;
        return standing({
          ...document,
          untold: { comments: comments.filter(isLeft), replies: replies.filter(isLeft) },
        });
      },
    },
    AchievementReached: {
      ids: ({ data }) => [activityId(data.postId, data.ownerId)],
      fold: (document, { data }, id) => more(document, id, { achievements: [data.achievement] }),
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
 * Whoever owns the post is told of a comment as such, and not of a reply too; nobody is told of what they wrote. Of a
 * deletion that was noted before its event named the owner, nobody.
 */
function readersOf(comment: {
  readonly postId: string;
  readonly postOwnerId: string | null;
  readonly authorId: string;
  readonly parent: { readonly authorId: string } | null;
}): string[] {
  const { postId, postOwnerId, authorId, parent } = comment;
  if (postOwnerId === null) return [];
  return [...new Set([postOwnerId, ...(parent ? [parent.authorId] : [])])]
    .filter((accountId) => accountId !== authorId)
    .map((accountId) => activityId(postId, accountId));
}

function nothingYet(id: string): ActivityDocument {
  const [postId = '', accountId = ''] = id.split(':');
  return { postId, accountId, pending: NOTHING, untold: NONE, isPending: false, notices: 0, lastAt: '' };
}

function more(
  document: ActivityDocument | null,
  id: string,
  news: { readonly ratings?: 1; readonly achievements?: readonly Achievement[] },
): ActivityDocument {
  const before = document ?? nothingYet(id);
  const { ratings, achievements, ...counts } = before.pending;
  return standing({
    ...before,
    pending: {
      ...counts,
      ratings: ratings + (news.ratings ?? 0),
      achievements: [...achievements, ...(news.achievements ?? [])],
    },
  });
}

/** What is left to tell, of comments the newest: news that came while the rest was told stays. */
function without({ pending, untold, ...rest }: ActivityDocument, told: Activity): ActivityDocument {
  const isTold = (achievement: Achievement) => told.achievements.some((known) => isSame(known, achievement));
  return {
    ...rest,
    pending: {
      ...pending,
      ratings: Math.max(0, pending.ratings - told.ratings),
      achievements: pending.achievements.filter((achievement) => !isTold(achievement)),
    },
    untold: {
      comments: untold.comments.slice(told.comments),
      replies: untold.replies.slice(told.replies),
    },
  };
}

function isSame(one: Achievement, other: Achievement): boolean {
  if (one.kind === 'ratings' && other.kind === 'ratings') return one.count === other.count;
  return one.kind === other.kind;
}

function standing(document: ActivityDocument): ActivityDocument {
  const { comments, replies } = document.untold;
  const pending = { ...document.pending, comments: comments.length, replies: replies.length };
  return { ...document, pending, isPending: !isNothing(pending) };
}
