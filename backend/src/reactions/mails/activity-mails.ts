import type { MailKind } from '../../domain/account/mail-kind.js';
import { type Activity, isNothing } from '../../domain/notice/notice.events.js';
import { wantedOf } from '../../domain/notice/wanted-activity.js';
import type { Mailer } from '../../infrastructure/mail/mailer.port.js';
import { activityMail } from './texts/activity-mail.js';
import type { Reaction } from '../reaction.js';
import type { Recipients } from './recipients.js';

/** What the reaction works with. */
export interface ActivityMailParts {
  readonly mailer: Mailer;
  readonly recipients: Recipients;
  /** Makes the token that unsubscribes an account from mails of some kinds. */
  readonly unsubscribing: { issue(accountId: string, kinds: readonly MailKind[]): string };
  readonly site: { readonly publicUrl: string };
}

/**
 * Sends the mail for each activity notice, with a link to unsubscribe from its kinds. The mail may have waited for the
 * mail server: kinds that the recipient has switched off since are left out.
 */
export function activityMails({ mailer, recipients, unsubscribing, site }: ActivityMailParts): Reaction {
  return {
    name: 'activity-mails',
    // Each mail is its own sequence: a failed mail delays no other.
    sequence: ({ id }) => id,
    on: {
      ActivityNotified: async ({ id, position, data: { postId, accountId, activity } }) => {
        if (isNothing(activity)) return;
        const recipient = await recipients.find(accountId, position);
        if (!recipient?.isVerified) return;
        const news = wantedOf(activity, recipient.wants);
        if (isNothing(news)) return;
        const sender = {
          publicUrl: site.publicUrl,
          unsubscribeToken: unsubscribing.issue(accountId, kindsIn(news)),
        };
        const content = await activityMail(sender, postId, news);
        await mailer.send({ id, to: recipient.email, ...content });
      },
    },
  };
}

function kindsIn({ ratings, comments, replies, achievements }: Activity): MailKind[] {
  return [
    ...(ratings > 0 ? (['rating'] as const) : []),
    ...(comments + replies > 0 ? (['comment'] as const) : []),
    ...(achievements.length > 0 ? (['achievements'] as const) : []),
  ];
}
