import { type EventsOf, event } from '../../kernel/event.js';
import { type TypeOf, id, list, named, number, object, time } from '../../kernel/field.js';
import { Achievement } from './achievement.events.js';

/** Activity at a post that a person may want to be notified of. */
export const Activity = named(
  'Activity',
  object({
    /** Number of new ratings of the person's post. */
    ratings: number,
    /** Number of new comments on the person's post. */
    comments: number,
    /** Number of new replies to the person's comments on this post. */
    replies: number,
    achievements: list(Achievement),
  }),
);
export type Activity = TypeOf<typeof Activity>;

/** No activity. */
export const NOTHING: Activity = { ratings: 0, comments: 0, replies: 0, achievements: [] };

/** Whether there is no activity to report. */
export function isNothing({ ratings, comments, replies, achievements }: Activity): boolean {
  return ratings + comments + replies + achievements.length === 0;
}

export const noticeEvents = {
  /** A person is notified by mail of the activity at a post since the last notice. Empty activity sends no mail. */
  ActivityNotified: event(
    {
      postId: id,
      accountId: id,
      activity: Activity,
      /** Activity that the person has switched off. No later mail mentions it. */
      unwanted: Activity,
      at: time,
    },
    '{actor} noted what to tell {accountId} about {postId}: ratings {activity.ratings}, comments {activity.comments}, replies {activity.replies}, achievements {activity.achievements.length}.',
    { postId: 'post', accountId: 'person' },
  ),
};

export type NoticeEvents = EventsOf<typeof noticeEvents>;
