import type { MailKind } from '../account/mail-kind.js';
import type { Activity } from './notification.js';

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
