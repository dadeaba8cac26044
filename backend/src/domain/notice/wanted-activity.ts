import type { MailKind } from '../account/mail-kind.js';
import type { Activity } from './notice.events.js';

/** What of an activity somebody wants to be told who wants mails of these kinds; replies are comments, too. */
export function wantedOf(activity: Activity, wants: Readonly<Record<MailKind, boolean>>): Activity {
  const { ratings, comments, replies, achievements } = activity;
  return {
    ratings: wants.rating ? ratings : 0,
    comments: wants.comment ? comments : 0,
    replies: wants.comment ? replies : 0,
    achievements: wants.achievements ? achievements : [],
  };
}
