import type { Catalogue } from '../../kernel/event.js';
import type { Achievement } from './achievement.events.js';

/** What has happened at a post that a person may want to know. */
export interface Activity {
  /** How many have rated the person's post. */
  readonly ratings: number;
  /** How many comments were made on the person's post. */
  readonly comments: number;
  /** How many replies were made to the person's comments on this post. */
  readonly replies: number;
  readonly achievements: readonly Achievement[];
}

/** No news at all. */
export const NOTHING: Activity = { ratings: 0, comments: 0, replies: 0, achievements: [] };

/** Whether there is nothing to tell. */
export function isNothing({ ratings, comments, replies, achievements }: Activity): boolean {
  return ratings + comments + replies + achievements.length === 0;
}

export interface NoticeEvents {
  /** A person is told by mail what has happened at a post since they were last told; of nothing there is no mail. */
  ActivityNotified: {
    postId: string;
    accountId: string;
    activity: Activity;
    /** What has happened too, and is left out for good, as the person does not want to be told of it. */
    unwanted: Activity;
    at: string;
  };
}

export const noticeEvents: Catalogue<NoticeEvents> = {
  ActivityNotified: { version: 1 },
};
