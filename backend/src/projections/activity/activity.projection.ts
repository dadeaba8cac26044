import type { Achievement } from '../../domain/notice/achievement.events.js';
import type { Activity } from '../../domain/notice/notice.events.js';
import { projection } from '../projection.js';

/** What one person is still to be told about one post. */
export interface ActivityDocument {
  readonly postId: string;
  readonly accountId: string;
  /** What has happened since the person was last told. */
  readonly pending: Activity;
  readonly isPending: boolean;
  /** How many times something of this was dealt with. */
  readonly notices: number;
  /** When the person was last told, ISO 8601; empty before the first time, which sorts first. */
  readonly lastAt: string;
}

const NOTHING: Activity = { ratings: 0, comments: 0, replies: 0, achievements: [] };

export const activity = projection<ActivityDocument>({
  name: 'activity',
  version: 1,
  indexes: [{ fields: { isPending: 1, lastAt: 1 } }],
  on: {
    Rated: {
      ids: ({ data }) => [activityId(data.postId, data.ownerId)],
      fold: (document, _, id) => more(document, id, { ratings: 1 }),
    },
    CommentPosted: {
      // Whoever owns the post is told of it as such, and not of a reply too; nobody is told of what they wrote.
      ids: ({ data: { postId, postOwnerId, authorId, parent } }) =>
        [...new Set([postOwnerId, ...(parent ? [parent.authorId] : [])])]
          .filter((accountId) => accountId !== authorId)
          .map((accountId) => activityId(postId, accountId)),
      fold: (document, { data: { postId, postOwnerId } }, id) =>
        more(document, id, id === activityId(postId, postOwnerId) ? { comments: 1 } : { replies: 1 }),
    },
    AchievementReached: {
      ids: ({ data }) => [activityId(data.postId, data.ownerId)],
      fold: (document, { data }, id) => more(document, id, { achievements: [data.achievement] }),
    },
    ActivityNotified: {
      ids: ({ data }) => [activityId(data.postId, data.accountId)],
      fold: (document, { data: { activity: told, unwanted, at } }, id) => {
        const before = document ?? untold(id);
        return standing({
          ...before,
          pending: less(less(before.pending, told), unwanted),
          notices: before.notices + 1,
          lastAt: isNothing(told) ? before.lastAt : at,
        });
      },
    },
    PostDeleted: {
      ids: ({ data }) => [activityId(data.postId, data.ownerId)],
      fold: (document) => document && standing({ ...document, pending: NOTHING }),
    },
  },
});

function activityId(postId: string, accountId: string): string {
  return `${postId}:${accountId}`;
}

function untold(id: string): ActivityDocument {
  const [postId = '', accountId = ''] = id.split(':');
  return { postId, accountId, pending: NOTHING, isPending: false, notices: 0, lastAt: '' };
}

function more(document: ActivityDocument | null, id: string, news: Partial<Activity>): ActivityDocument {
  const before = document ?? untold(id);
  const { ratings, comments, replies, achievements } = before.pending;
  return standing({
    ...before,
    pending: {
      ratings: ratings + (news.ratings ?? 0),
      comments: comments + (news.comments ?? 0),
      replies: replies + (news.replies ?? 0),
      achievements: [...achievements, ...(news.achievements ?? [])],
    },
  });
}

/** What is left of `pending`: news that came while the rest was told stays. */
function less(pending: Activity, told: Activity): Activity {
  const isTold = (achievement: Achievement) => told.achievements.some((known) => isSame(known, achievement));
  return {
    ratings: Math.max(0, pending.ratings - told.ratings),
    comments: Math.max(0, pending.comments - told.comments),
    replies: Math.max(0, pending.replies - told.replies),
    achievements: pending.achievements.filter((achievement) => !isTold(achievement)),
  };
}

function isSame(one: Achievement, other: Achievement): boolean {
  if (one.kind === 'ratings' && other.kind === 'ratings') return one.count === other.count;
  return one.kind === other.kind;
}

function standing(document: ActivityDocument): ActivityDocument {
  return { ...document, isPending: !isNothing(document.pending) };
}

function isNothing({ ratings, comments, replies, achievements }: Activity): boolean {
  return ratings + comments + replies + achievements.length === 0;
}
