import { aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import {
  type DataOf,
  type TypeOf,
  id,
  list,
  named,
  nullable,
  number,
  object,
  oneOf,
  time,
  week,
} from '../../kernel/field.js';
import { Achievement } from './achievement.js';
import type { MailKind } from '../account/mail-kind.js';

/** Activity at a post that a person may want to be notified of. */
export const Activity = named(
  'Activity',
  object({
    /** Number of new ratings of the person's post. */
    ratings: number,
    /** Number of new likes of the person's post, less those that were taken back. No mail tells them. */
    likes: number,
    /** Number of new comments on the person's post. */
    comments: number,
    /** Number of new replies to the person's comments on this post. */
    replies: number,
    achievements: list(Achievement),
  }),
);
export type Activity = TypeOf<typeof Activity>;

/** No activity. */
export const NOTHING: Activity = { ratings: 0, likes: 0, comments: 0, replies: 0, achievements: [] };

/** What new ratings did to the average and the rank of a post since the last notification. */
export const risen = {
  /** The average in tenths. Null without new ratings, or for a post that had no average before. */
  average: nullable(object({ before: number, after: number })),
  /** In the running week. Null without new ratings, and for a post that has no rank. `before` is null if it is unknown. */
  rank: nullable(object({ week, before: nullable(number), after: number })),
};
export type Risen = DataOf<typeof risen>;

/** Averages and ranks change by so many votes at least: figures of fewer would show who gave which score. */
export const FEWEST_FOR_FIGURES = 3;

/** How many comments and replies a notification names: mails quote fewer, but some may be gone by then. */
export const MOST_NAMED = 10;

/** When a person gets the mail about a notification: at once, in the weekly digest, or never. */
export const MAILED = ['now', 'weekly', 'none'] as const;
export type Mailed = (typeof MAILED)[number];

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
  ...risen,
  /** The newest comments and replies, {@link MOST_NAMED} at most, oldest first. */
  newest: list(id),
  mailed: oneOf(...MAILED),
  /** Times of the newest vote and the newest like that it tells; null without any. */
  votedAt: nullable(time),
  likedAt: nullable(time),
  at: time,
};

/** A notification without figures, as they were before. */
export const NO_FIGURES: Risen & Pick<DataOf<typeof fields>, 'newest' | 'mailed' | 'votedAt' | 'likedAt'> = {
  average: null,
  rank: null,
  newest: [],
  mailed: 'now',
  votedAt: null,
  likedAt: null,
};

interface NotificationOf extends DataOf<typeof fields> {
  readonly notices: number;
}

const initial: Notification = { notices: 0, lastAt: null };

function upcast(data: Readonly<Record<string, unknown>>) {
  const { activity, unwanted, ...rest } = data as unknown as {
    readonly activity: Omit<Activity, 'likes'>;
    readonly unwanted: Omit<Activity, 'likes'>;
  };
  const mailed: Mailed = isNothing({ ...activity, likes: 0 }) ? 'none' : 'now';
  const liked = { activity: { ...activity, likes: 0 }, unwanted: { ...unwanted, likes: 0 } };
  return { ...rest, ...liked, ...NO_FIGURES, mailed };
}

export const Notification = aggregate('notice', {
  id: ({ postId, accountId }: NotificationOf) => `${postId}-${accountId}`,
  initial,
  snapshot: { version: 1, isPersonal: false },
  events: {
    /** A person is notified, in the inbox and by mail, about the activity at a post since the last notification. Empty activity sends no mail. */
    ActivityNotified: event(
      fields,
      '{actor} told {accountId} what is new at {postId}: votes {activity.ratings}, comments {activity.comments}, replies {activity.replies}, trophies {activity.achievements.length}.',
      { postId: 'post', accountId: 'person' },
      { version: 2, upcast: { 1: upcast } },
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

/** Whether there is no activity that a mail tells. */
export function isNothing({ ratings, comments, replies, achievements }: Activity): boolean {
  return ratings + comments + replies + achievements.length === 0;
}

export type WantedKinds = Readonly<Record<Exclude<MailKind, 'boosts'>, boolean>>;

/** The part of an activity that a person with these mail preferences wants. Replies count as comments. */
export function wantedOf(activity: Activity, wants: WantedKinds): Activity {
  const { ratings, comments, replies, achievements } = activity;
  return {
    ratings: wants.rating ? ratings : 0,
    likes: 0,
    comments: wants.comment ? comments : 0,
    replies: wants.comment ? replies : 0,
    achievements: wants.achievements ? achievements : [],
  };
}
