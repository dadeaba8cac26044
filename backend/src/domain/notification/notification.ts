import { aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, type TypeOf, id, list, named, number, object, time } from '../../kernel/field.js';
import { Achievement } from './achievement.js';
import type { MailKind } from '../account/mail-kind.js';

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

/** A person gets at most one mail about a post per hour. Later activity waits for the next mail. */
export const NOTICE_PAUSE_MS = 3_600_000;

/** The notifications that one person got about one post. */
export interface Notification {
  readonly notices: number;
  readonly lastAt: string | null;
}

const fields = {
  postId: id,
  accountId: id,
  activity: Activity,
  /** Activity that the person has switched off. No later mail mentions it. */
  unwanted: Activity,
  at: time,
};

interface NotificationOf extends DataOf<typeof fields> {
  readonly notices: number;
}

const initial: Notification = { notices: 0, lastAt: null };

export const Notification = aggregate('notice', {
  id: ({ postId, accountId }: NotificationOf) => `${postId}-${accountId}`,
  initial,
  snapshot: { version: 1, isPersonal: false },
  events: {
    /** A person is notified by mail of the activity at a post since the last notification. Empty activity sends no mail. */
    ActivityNotified: event(
      fields,
      '{actor} noted what to tell {accountId} about {postId}: ratings {activity.ratings}, comments {activity.comments}, replies {activity.replies}, achievements {activity.achievements.length}.',
      { postId: 'post', accountId: 'person' },
    ),
  },
}).rules({
  evolve: {
    ActivityNotified: ({ notices, lastAt }, { activity, at }) => ({
      notices: notices + 1,
      // No mail was sent, so the next one need not wait an hour.
      lastAt: isNothing(activity) ? lastAt : at,
    }),
  },
  decide: {
    /**
     * Notify a person of the activity at a post, at `at` (ISO 8601). `notices` is the number of notices about this post
     * that the sender knows of; the command does nothing if there have been more.
     */
    NotifyActivity({ notices, ...data }: NotificationOf, notification) {
      // Another instance has already sent this notification.
      if (notification.notices !== notices) return [];
      const isTooSoon =
        !isNothing(data.activity) &&
        notification.lastAt !== null &&
        Date.parse(data.at) - Date.parse(notification.lastAt) < NOTICE_PAUSE_MS;
      return isTooSoon ? [] : [{ type: 'ActivityNotified', data }];
    },
  },
});

/** Whether there is no activity to report. */
export function isNothing({ ratings, comments, replies, achievements }: Activity): boolean {
  return ratings + comments + replies + achievements.length === 0;
}

export type WantedKinds = Readonly<Record<Exclude<MailKind, 'boosts'>, boolean>>;

/** The part of an activity that a person with these mail preferences wants. Replies count as comments. */
export function wantedOf(activity: Activity, wants: WantedKinds): Activity {
  const { ratings, comments, replies, achievements } = activity;
  return {
    ratings: wants.rating ? ratings : 0,
    comments: wants.comment ? comments : 0,
    replies: wants.comment ? replies : 0,
    achievements: wants.achievements ? achievements : [],
  };
}
