import { Injectable } from '@nestjs/common';
import type { MailKind } from '../../domain/account/mail-kind.js';
import { type Activity, isNothing, wantedOf } from '../../domain/notification/notification.js';
import { MailReaction } from './mail-reaction.js';
import { MailSender, toOwner } from './mail-sender.js';
import { activityMail } from './texts/activity-mail.js';

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
        return toOwner(accountId, (to, { wants }) => activityMail(to, postId, wantedOf(activity, wants)), {
          kinds: (wants) => kindsIn(wantedOf(activity, wants)),
        });
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
