import type { Catalogue } from '../../kernel/event.js';
import type { Achievement } from './achievement.events.js';

/** Activity at a post that a person may want to be notified of. */
export interface Activity {
  /** Number of new ratings of the person's post. */
  readonly ratings: number;
  /** Number of new comments on the person's post. */
  readonly comments: number;
  /** Number of new replies to the person's comments on this post. */
  readonly replies: number;
  readonly achievements: readonly Achievement[];
}

/** No activity. */
export const NOTHING: Activity = { ratings: 0, comments: 0, replies: 0, achievements: [] };

/** Whether there is no activity to report. */
export function isNothing({ ratings, comments, replies, achievements }: Activity): boolean {
  return ratings + comments + replies + achievements.length === 0;
}

export interface NoticeEvents {
  /** A person is notified by mail of the activity at a post since the last notice. Empty activity sends no mail. */
  ActivityNotified: {
    postId: string;
    accountId: string;
    activity: Activity;
    /** Activity that the person has switched off. No later mail mentions it. */
    unwanted: Activity;
    at: string;
  };
}

export const noticeEvents: Catalogue<NoticeEvents> = {
  ActivityNotified: {
    version: 1,
    trail: {
      says: '{actor} noted what to tell {accountId} about {postId}: ratings {activity.ratings}, comments {activity.comments}, replies {activity.replies}, achievements {activity.achievements.length}.',
      about: { postId: 'post', accountId: 'person' },
    },
  },
};
