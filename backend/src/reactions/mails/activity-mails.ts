import { Injectable } from '@nestjs/common';
import type { MailKind } from '../../domain/account/mail-kind.js';
import { Calendar, weekOf } from '../../domain/week/iso-week.js';
import { Clock } from '../../kernel/clock.js';
import type { Activity } from '../../domain/notification/notification.js';
import { achievementInWords, counted, quoteInWords } from '../../projections/inbox/inbox-words.js';
import { MailReaction } from './mail-reaction.js';
import { MailSender, toOwner } from './mail-sender.js';
import type { Words } from './texts/render-mail.js';
import { type Told, ToldActivity, linesOf } from './told-activity.js';

/** Sends the mail for each activity notice that is mailed at once, with a link to unsubscribe from its kinds. */
@Injectable()
export class ActivityMails extends MailReaction {
  constructor(sender: MailSender, told: ToldActivity, calendar: Calendar, clock: Clock) {
    super('activity-mails', sender, {
      ActivityNotified: ({ data: { postId, accountId, mailed, ...notice }, position }) => {
        if (mailed !== 'now') return null;
        return toOwner(
          accountId,
          async ({ wants }) => {
            const [left] = await told.of({ accountId, wants, position }, new Map([[postId, notice]]));
            return left ? activityMail(left, weekOf(clock.now(), calendar.timeZone)) : null;
          },
          { isHandedOver: true },
        );
      },
    });
  }
}

const OPEN = 'Open the post to see the details.';

/** One mail for all activity on a post. Subject and preview have no scores: others may see them on a locked phone. */
export function activityMail(told: Told, thisWeek: string): Words {
  const subject = subjectOf(told.activity);
  const lines = linesOf(told, thisWeek);
  // The heading says the first one.
  const more = lines.filter((line) => line !== subject);
  const [newest] = told.quotes;
  return {
    subject,
    preview: newest ? quoteInWords(newest) : OPEN,
    lines: [more.length > 1 ? more : saidMore(subject, more[0])],
    button: ['See the post', `/post/${told.postId}`],
    footer: 'activity',
    kinds: kindsIn(told.activity),
  };
}

/** What a mail says below its heading, if that is one line at most. */
function saidMore(heading: string, line = ''): string {
  return heading.startsWith(line) ? OPEN : line;
}

function kindsIn({ ratings, comments, replies, achievements }: Activity): MailKind[] {
  return [
    ...(ratings > 0 ? (['rating'] as const) : []),
    ...(comments + replies > 0 ? (['comment'] as const) : []),
    ...(achievements.length > 0 ? (['achievements'] as const) : []),
  ];
}

/** The subject: achievements if there are any, else the counts. */
function subjectOf({ achievements, ratings, comments, replies }: Activity): string {
  const [achievement, ...more] = achievements;
  if (achievement && more.length > 0) return `Your post has ${achievements.length} new achievements`;
  if (achievement?.kind === 'highScore') return 'Your post has a new achievement';
  if (achievement) return achievementInWords(achievement);
  if (replies > 0) {
    return replies === 1 ? 'Someone replied to your comment' : `${replies} new replies to your comments`;
  }
  if (ratings === 0 && comments === 1) return 'Someone commented on your post';
  const counts = [
    ...(ratings > 0 ? [counted(ratings, 'vote')] : []),
    ...(comments > 0 ? [counted(comments, 'comment')] : []),
  ];
  return `${counts.join(' and ').replace(' ', ' new ')} on your post`;
}
