import { Injectable } from '@nestjs/common';
import type { MailKind } from '../../domain/account/mail-kind.js';
import type { Achievement } from '../../domain/notification/achievement.js';
import { type Activity, isNothing, wantedOf } from '../../domain/notification/notification.js';
import { MailReaction } from './mail-reaction.js';
import { MailSender, toOwner } from './mail-sender.js';
import type { Words } from './texts/render-mail.js';

/**
 * Sends the mail for each activity notice, with a link to unsubscribe from its kinds. The mail may have waited for the
 * mail server: kinds that the recipient has switched off since are left out.
 */
@Injectable()
export class ActivityMails extends MailReaction {
  constructor(sender: MailSender) {
    super('activity-mails', sender, {
      ActivityNotified: ({ data: { postId, accountId, activity } }) => {
        if (isNothing(activity)) return null;
        return toOwner(
          accountId,
          ({ wants }) => {
            const wanted = wantedOf(activity, wants);
            return isNothing(wanted) ? null : activityMail(postId, wanted);
          },
          { isHandedOver: true },
        );
      },
    });
  }
}

function kindsIn({ ratings, comments, replies, achievements }: Activity): MailKind[] {
  return [
    ...(ratings > 0 ? (['rating'] as const) : []),
    ...(comments + replies > 0 ? (['comment'] as const) : []),
    ...(achievements.length > 0 ? (['achievements'] as const) : []),
  ];
}

/** One mail for all activity on a post. @throws RangeError if there is none, or for an invalid week */
export function activityMail(postId: string, activity: Activity): Words {
  const lines = linesOf(activity);
  const subject = subjectOf(activity);
  if (subject === null) throw new RangeError('a mail about activity needs some activity');
  return {
    subject,
    preview: `${lines.join('. ')}.`,
    lines: [lines.length > 1 ? lines : 'Open the post to see the details.'],
    button: ['See the post', `/post/${postId}`],
    footer: 'activity',
    kinds: kindsIn(activity),
  };
}

/** Each item as a sentence without its full stop; achievements first. */
function linesOf({ achievements, ...counts }: Activity): string[] {
  return [...achievements.map((achievement) => achievementInWords(achievement)), ...countsInWords(counts)];
}

function countsInWords({ ratings, comments, replies }: Omit<Activity, 'achievements'>): string[] {
  return [
    ...counted(ratings, 'Someone rated your post', 'new ratings on your post'),
    ...counted(comments, 'Someone commented on your post', 'new comments on your post'),
    ...counted(replies, 'Someone replied to your comment', 'new replies to your comments'),
  ];
}

function counted(count: number, one: string, several: string): string[] {
  if (count === 0) return [];
  return [count === 1 ? one : `${count} ${several}`];
}

/** The subject: achievements if there are any, else the counts; null without activity. */
function subjectOf({ achievements, ...counts }: Activity): string | null {
  const [achievement, ...more] = achievements;
  if (achievement && more.length === 0) return achievementInWords(achievement);
  if (achievement) return `Your post has ${achievements.length} new achievements`;
  const [only = null, ...others] = countsInWords(counts);
  return others.length === 0 ? only : countsTogether(counts);
}

/** `3 new ratings and 2 comments on your post and 1 reply to you`; needs at least two of the parts. */
function countsTogether({ ratings, comments, replies }: Omit<Activity, 'achievements'>): string {
  const ofPost = [
    ...(ratings > 0 ? [number(ratings, 'rating')] : []),
    ...(comments > 0 ? [number(comments, 'comment')] : []),
  ].join(' and ');
  const toReader = replies > 0 ? ` and ${number(replies, 'reply', 'replies')} to you` : '';
  return `${ofPost.replace(' ', ' new ')} on your post${toReader}`;
}

function number(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

const ORDINALS = { 1: '1st', 2: '2nd', 3: '3rd', 4: '4th', 5: '5th' } as const;
const WEEK = /^(\d{4})-W0?(\d{1,2})$/;

/** An achievement as a sentence without its full stop. @throws RangeError for an invalid week */
function achievementInWords(achievement: Achievement): string {
  switch (achievement.kind) {
    case 'weeklyRank':
      return `Your post finished ${ORDINALS[achievement.rank]} in ${weekInWords(achievement.week)}`;
    case 'highScore':
      return `Your post has a score of ${achievement.score} out of 10`;
    case 'ratings':
      return `Your post has received ${achievement.count} ratings`;
  }
}

function weekInWords(week: string): string {
  const [, year, weekOfYear] = WEEK.exec(week) ?? [];
  if (!year || !weekOfYear) throw new RangeError('A week has the format 2026-W47');
  return `week ${weekOfYear} of ${year}`;
}
